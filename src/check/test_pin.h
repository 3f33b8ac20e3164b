// Which behaviour a written test pins, and where it must pass and fail.
#pragma once

#include "verdict/observation.h"
#include "verdict/question.h"

#include <set>
#include <string>

namespace mergeproof::check {

struct Pin {
  std::string version; // whose value it is
  std::string outcome; // of that version
  std::string value;   // of the observable there; "-" when it has none
  std::set<std::string> passes;
  std::set<std::string> fails;
};

Pin choose_pin(const verdict::Question &question,
               const verdict::Violation &violation,
               const std::vector<verdict::Observation> &observations);

// The same without values, for running the test later.
Pin choose_pin(const verdict::Question &question,
               const verdict::Violation &violation);

} // namespace mergeproof::check

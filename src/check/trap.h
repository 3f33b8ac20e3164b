// What became of one native run, from what the harness and the sanitizers say.
#pragma once

#include "verdict/observation.h"

#include <string>

namespace mergeproof::check {

struct RunEnd {
  std::string phase; // as harness_main.c prints it
  int exit_code = 0; // the unit's, when phase is "exited"
  int signal = 0;    // that ended the child
  int status = 0;    // with which the child exited
  std::string report;
};

// Outcome, or the reason why the run says nothing; other values are not filled.
verdict::Observation observe_end(const RunEnd &end);

} // namespace mergeproof::check

// The report for a person: the verdict first, then what to look at, and the
// counts last. Says the same on every machine; colours only on request.
//
// No proof is printed without what it rests on.
#pragma once

#include "report/paint.h"
#include "report/report.h"

#include <string>

namespace mergeproof::report {

enum class Detail { Brief, Full };

struct TextOptions {
  Colour colour = Colour::Off;
  Detail detail = Detail::Brief; // Full: every unit, every value in full
  std::size_t columns = 100;
};

std::string to_text(const Report &report, const TextOptions &options);

} // namespace mergeproof::report

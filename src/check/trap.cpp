#include "check/trap.h"

#include "ir/stmt.h"

#include <csignal>
#include <optional>
#include <vector>

namespace mergeproof::check {
namespace {

using ir::CheckKind;
using verdict::Observation;

constexpr int sanitizer_exit = 99;
constexpr std::uint64_t zero_page_end = 65536;

struct Pattern {
  const char *text;
  CheckKind kind;
};

// The first that occurs in the report decides.
const std::vector<Pattern> patterns = {
    {"double-free", CheckKind::InvalidFree},
    {"bad-free", CheckKind::InvalidFree},
    {"attempting free on address", CheckKind::InvalidFree},
    {"param-overlap", CheckKind::OverlappingCopy},
    {"AddressSanitizer: FPE", CheckKind::DivisionByZero},
    {"AddressSanitizer: ILL", CheckKind::Abort},
    {"AddressSanitizer: ABRT", CheckKind::Abort},
    {"Hint: pc points to the zero page", CheckKind::BadIndirectCall},
    {"call to function through pointer", CheckKind::BadIndirectCall},
    {"division by zero", CheckKind::DivisionByZero},
    {"signed integer overflow", CheckKind::SignedOverflow},
    {"negation of", CheckKind::SignedOverflow},
    {"division of", CheckKind::SignedOverflow},
    {"shift exponent", CheckKind::BadShift},
    {"left shift of", CheckKind::BadShift},
    {"out of bounds for type", CheckKind::IndexOutOfBounds},
    {"null pointer", CheckKind::NullPointer},
    {"unreachable program point", CheckKind::Unreachable},
    {"outside the range of representable", CheckKind::FloatOverflow},
    {"misaligned address", CheckKind::Misaligned},
    {"variable length array bound", CheckKind::BadVlaSize},
};

const std::vector<std::pair<const char *, const char *>> says_nothing = {
    {"stack-overflow", "ran out of stack"},
    {"out-of-memory", "ran out of memory"},
    {"out of memory", "ran out of memory"},
    {"rss limit", "ran out of memory"},
    {"rss-limit", "ran out of memory"},
    {"allocation-size-too-big", "ran out of memory"},
    {"failed to allocate", "ran out of memory"},
    {"failed to mmap", "ran out of memory"},
    {"load of value", "an input holds a value that its type does not have"},
};

Observation invalid(std::string why) {
  return {.is_valid = false, .why = std::move(why), .values = {}};
}

Observation ended(std::string outcome) {
  Observation seen;
  seen.values["outcome"] = std::move(outcome);
  return seen;
}

Observation trapped(CheckKind kind) {
  return ended(std::string("trapped: ") + ir::to_text(kind));
}

// The address that a segmentation fault is about; none when the processor did
// not tell.
std::optional<std::uint64_t> fault_address(const std::string &report) {
  static const std::string mark = "SEGV on unknown address 0x";
  std::size_t at = report.find(mark);
  if (at == std::string::npos)
    return std::nullopt;
  return std::strtoull(report.c_str() + at + mark.size(), nullptr, 16);
}

Observation observe_report(const std::string &report) {
  for (const auto &[text, why] : says_nothing)
    if (report.find(text) != std::string::npos)
      return invalid(why);
  for (const Pattern &pattern : patterns)
    if (report.find(pattern.text) != std::string::npos)
      return trapped(pattern.kind);
  auto address = fault_address(report);
  return trapped(address && *address < zero_page_end
                     ? CheckKind::NullPointer
                     : CheckKind::InvalidAccess);
}

Observation observe_signal(int signal) {
  switch (signal) {
  case SIGALRM:
  case SIGPROF:
  case SIGXCPU:
    return invalid("ran out of time");
  case SIGKILL:
    return invalid("was killed: out of time or memory");
  case SIGSEGV:
  case SIGBUS:
    return trapped(CheckKind::InvalidAccess);
  case SIGFPE:
    return trapped(CheckKind::DivisionByZero);
  default:
    return trapped(CheckKind::Abort);
  }
}

} // namespace

Observation observe_end(const RunEnd &end) {
  if (end.phase == "done")
    return ended("returned");
  if (end.phase == "exited")
    return ended("exited(" + std::to_string(end.exit_code) + ")");
  if (end.phase == "stopped")
    return ended("did not return");
  if (end.phase == "missing")
    return invalid("called " + end.report + ", whose source was not given");
  if (end.phase == "full")
    return invalid("more memory is reachable than can be compared");
  if (end.phase != "call")
    return invalid("the harness failed in phase " + end.phase + ": " +
                   end.report.substr(0, 300));
  if (end.signal)
    return observe_signal(end.signal);
  if (end.status == sanitizer_exit)
    return observe_report(end.report);
  return ended("exited(" + std::to_string(end.status) + ")");
}

} // namespace mergeproof::check

#include "interp/outcome.h"

namespace mergeproof::interp {

std::string to_text(const Outcome &outcome) {
  switch (outcome.kind) {
  case Outcome::Kind::Returned:
    return "returned";
  case Outcome::Kind::Trapped:
    return std::string("trapped: ") + ir::to_text(outcome.trap);
  case Outcome::Kind::Exited:
    return "exited(" + std::to_string(outcome.exit_code) + ")";
  case Outcome::Kind::Stopped:
    return "did not return";
  case Outcome::Kind::Invalid:
    return outcome.why;
  }
  return "";
}

bool is_limit(const Outcome &outcome) {
  return outcome.kind == Outcome::Kind::Invalid &&
         (outcome.why.starts_with(out_of_steps) ||
          outcome.why.starts_with(out_of_stack) ||
          outcome.why.starts_with(out_of_memory));
}

} // namespace mergeproof::interp

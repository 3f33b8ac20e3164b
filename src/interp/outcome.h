// How a run ended.
#pragma once

#include "ir/stmt.h"

#include <optional>
#include <string>

namespace mergeproof::interp {

// How `why` starts when a run used up its steps, its stack or its memory.
inline constexpr const char *out_of_steps = "does not terminate within";
inline constexpr const char *out_of_stack = "stack: more than";
inline constexpr const char *out_of_memory = "needs more than";

struct Outcome {
  enum class Kind {
    Returned,
    Trapped,
    Exited,
    Stopped, // an external function that does not return was called
    Invalid  // cannot be said; `why` tells
  };
  Kind kind = Kind::Returned;
  ir::CheckKind trap = ir::CheckKind::Abort;
  std::int32_t exit_code = 0;
  std::string why;
  const ir::Stmt *where = nullptr; // that ended the run early
  std::optional<ir::Bits> value;   // what the function returned
  std::uint64_t steps = 0;
  // A pointer was counted far out of its object, or by a product that wraps.
  // Seen where what is unset is.
  bool leaves_objects = false;
};

// "returned", "trapped: division by zero", "exited(3)", "did not return".
std::string to_text(const Outcome &outcome);

// It ended because of the limits, with more it may go on.
bool is_limit(const Outcome &outcome);

} // namespace mergeproof::interp

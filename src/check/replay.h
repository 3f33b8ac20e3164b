// Runs witnesses natively: every version's real code, compiled with address and
// undefined-behaviour sanitizers, in a sandbox, on the same inputs.
//
// A Replayer compiles the versions of one unit once and runs any number of
// witnesses. Each run happens in a child with its own memory: a trap, an exit
// or a time-out of one run says nothing about the next.
#pragma once

#include "ir/program.h"
#include "source/revision.h"
#include "support/result.h"
#include "verdict/observation.h"
#include "verdict/question.h"
#include "verdict/witness.h"

#include <memory>
#include <string>
#include <vector>

namespace mergeproof::check {

// The C text that defines the unit in one version.
struct ReplaySource {
  std::string preprocessed; // the translation unit with the unit's definition
  // Functions with internal linkage that it defines, the same list for every
  // unit of this text, so that one object serves them all.
  std::vector<std::string> statics;
  std::vector<std::string> others; // preprocessed units that define its callees
  std::vector<std::string> flags;  // -std=, -m, -f…: those that outlive
                                   // preprocessing
  bool is_narrow = false;          // they make 32-bit programs (-m32)
};

struct ReplayRequest {
  const verdict::Question *question = nullptr;
  std::vector<ReplaySource> sources; // one per version of the question
  std::string directory; // private to this unit, exists, ours to fill
  std::string cache;     // shared by units, exists; empty: nothing is shared
};

struct ReplayLimits {
  unsigned seconds = 10;
  std::uint64_t memory = std::uint64_t(2) << 30;
  unsigned processes = 64;
};

class Replayer {
public:
  // Error: a version does not compile or link in the harness, a type cannot be
  // written in C, or the sandbox does not start. The message says which.
  static support::Result<std::unique_ptr<Replayer>>
  prepare(const ReplayRequest &request, const ReplayLimits &limits);
  virtual ~Replayer() = default;

  // result[w][v]: witness w on version v, in the question's order.
  virtual std::vector<std::vector<verdict::Observation>>
  run(const std::vector<verdict::Witness> &witnesses) = 0;
};

} // namespace mergeproof::check

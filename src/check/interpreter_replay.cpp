#include "check/interpreter_replay.h"

#include "interp/oracle.h"

namespace mergeproof::check {

std::vector<std::vector<verdict::Observation>>
replay_in_interpreter(const verdict::Question &question,
                      const std::vector<verdict::Witness> &witnesses) {
  interp::Oracle oracle(question);
  std::vector<std::vector<verdict::Observation>> seen;
  for (const verdict::Witness &witness : witnesses)
    seen.push_back(oracle.observe_all(witness));
  return seen;
}

} // namespace mergeproof::check

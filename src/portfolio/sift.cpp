#include "portfolio/sift.h"

#include "check/interpreter_replay.h"
#include "portfolio/findings.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

constexpr std::size_t enough = 16;       // inputs that show a difference
constexpr std::size_t most_endless = 24; // inputs that took more

enum class Seen { Silent, Inherent, Difference, Unclear };

Seen judge(const std::vector<source::Revision> &revisions,
           const std::vector<Observation> &observations) {
  for (const Observation &observation : observations)
    if (!observation.is_valid)
      return Seen::Unclear;
  auto broken = verdict::find_violations(revisions, observations);
  if (broken.empty())
    return Seen::Silent;
  bool is_inherent =
      std::all_of(broken.begin(), broken.end(), [](const Violation &violation) {
        return violation.is_inherent;
      });
  return is_inherent ? Seen::Inherent : Seen::Difference;
}

} // namespace

Sifted sift(const verdict::Question &question,
            const std::vector<Witness> &witnesses) {
  std::vector<source::Revision> revisions = revisions_of(question);
  Sifted sifted;
  std::vector<Witness> inherent, unclear;
  std::size_t endless = 0;
  check::InterpreterReplay replay(question, check::believed_steps);
  for (const Witness &witness : witnesses) {
    auto seen = replay.run(witness);
    if (check::InterpreterReplay::is_endless(seen)) {
      if (++endless > most_endless)
        break; // the others would, too
      continue;
    }
    switch (judge(revisions, seen)) {
    case Seen::Silent:
      sifted.silent++;
      break;
    case Seen::Inherent:
      inherent.push_back(witness);
      break;
    case Seen::Difference:
      sifted.worth_running.push_back(witness);
      break;
    case Seen::Unclear:
      unclear.push_back(witness);
      break;
    }
    if (sifted.worth_running.size() >= enough)
      break;
  }
  for (const auto *more : {&inherent, &unclear})
    sifted.worth_running.insert(sifted.worth_running.end(), more->begin(),
                                more->end());
  return sifted;
}

} // namespace mergeproof::portfolio

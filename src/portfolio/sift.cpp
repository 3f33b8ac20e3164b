#include "portfolio/sift.h"

#include "check/interpreter_replay.h"
#include "check/search.h"
#include "check/world.h"
#include "portfolio/findings.h"

#include <algorithm>

namespace mergeproof::portfolio {

namespace {

using verdict::Observation;
using verdict::Violation;
using verdict::Witness;

constexpr std::size_t enough = 16; // inputs that show a difference
constexpr unsigned first_looks = 64;
constexpr std::size_t most_endless_looks = 3;

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
            const std::vector<Witness> &witnesses, std::size_t most_endless) {
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
  sifted.differing = sifted.worth_running.size();
  for (const auto *more : {&inherent, &unclear})
    sifted.worth_running.insert(sifted.worth_running.end(), more->begin(),
                                more->end());
  return sifted;
}

std::vector<Witness> look_first(const verdict::Question &question) {
  std::vector<Witness> all = check::make_candidates(question, first_looks, 1);
  check::World world(question);
  for (Witness &witness : all)
    world.make_possible(witness);
  Sifted sifted = sift(question, all, most_endless_looks);
  sifted.worth_running.resize(sifted.differing);
  return sifted.worth_running;
}

} // namespace mergeproof::portfolio

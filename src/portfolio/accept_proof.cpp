#include "portfolio/accept_proof.h"

#include "check/recheck.h"
#include "portfolio/proof_files.h"

namespace mergeproof::portfolio {
namespace {

constexpr std::uint64_t recheck_rlimit = 200'000;

std::string who_vouches(const verdict::Verdict &proof,
                        const check::RecheckResult &again) {
  if (proof.conditions.empty())
    return "by construction";
  if (again.answer == check::Recheck::Confirmed)
    return "cvc5";
  if (!again.rests_on_cvc5)
    return "Z3 only";
  return again.rests_on_z3 ? "Z3 or cvc5 only" : "cvc5 only";
}

} // namespace

void accept_proof(const verdict::Verdict &proof, const Task &task,
                  const Options &options, verdict::UnitResult &result) {
  std::string unwritten;
  if (!options.proof_directory.empty())
    unwritten = keep_conditions(
        proof, task.proof_name.empty() ? result.id : task.proof_name,
        options.proof_directory);
  check::RecheckResult again = check::recheck(proof.conditions, recheck_rlimit);
  result.assumptions = proof.assumptions;
  result.assumptions.insert(task.assumptions.begin(), task.assumptions.end());
  if (again.answer == check::Recheck::Refuted) {
    result.recheck = "refuted";
    result.reason = "internal error: the proof is refuted (" + again.detail +
                    "); please report this merge";
    return;
  }
  if (again.rests_on_bits) {
    result.reason =
        "no second solver confirms a part of the proof (" + again.detail + ")";
    return;
  }
  result.answer = verdict::UnitAnswer::Proved;
  result.reason = unwritten;
  result.recheck = who_vouches(proof, again);
}

} // namespace mergeproof::portfolio

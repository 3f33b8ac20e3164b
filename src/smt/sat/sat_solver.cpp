#include "smt/sat/sat_solver.h"

#include "smt/sat/consistency.h"
#include "smt/sat/elimination.h"

#include <set>

namespace mergeproof::smt {

namespace {

// What is written for other questions must be assigned, too.
constexpr std::size_t most_variables = 100'000;
// With which no question goes on: each takes some 300 bytes of clauses.
constexpr std::size_t most_in_all = 500'000;
constexpr unsigned most_rounds = 200;
// Each round assigns every variable: of one question, in all rounds.
constexpr std::uint64_t most_assigned = 2'500'000;
// Units as of Z3's resource limit, so that efforts compare.
constexpr std::uint64_t units_of_a_conflict = 20, variables_of_a_unit = 20;

class Assignment : public Model {
public:
  Assignment(Simulation values, Elimination eliminated)
      : values_(std::move(values)), eliminated_(std::move(eliminated)) {}
  std::optional<Bits> value(Term term) override {
    return values_.value(eliminated_(term));
  }

private:
  Simulation values_;
  Elimination eliminated_;
};

} // namespace

struct SatSolver::Written {
  Blaster blaster;
};

SatSolver::SatSolver(TermTable &table) : table_(table) {}
SatSolver::~SatSolver() = default;

void SatSolver::renew() {
  if (!written_ || written_->blaster.gates().variables() > most_variables)
    written_ = std::make_unique<Written>();
}

SatSolver::Reply SatSolver::check(const std::vector<Term> &assertions,
                                  std::uint64_t conflicts) {
  renew();
  Gates &gates = written_->blaster.gates();
  std::uint64_t before = gates.conflicts();
  std::size_t old_variables = gates.variables();
  std::vector<Term> whole = parts_of(assertions);
  Elimination eliminated(table_, whole);
  const std::vector<Term> &parts = eliminated.parts();
  std::vector<Literal> literals;
  for (Term part : parts)
    literals.push_back(written_->blaster.literal(part));
  Consistency consistency(table_, written_->blaster, most_in_all);
  consistency.add(parts);
  Reply reply;
  std::uint64_t assigned = 0;
  for (unsigned round = 0; round < most_rounds; round++) {
    assigned += gates.variables();
    if (assigned > most_assigned || gates.variables() > most_in_all)
      break;
    std::uint64_t used = gates.conflicts() - before;
    SatResult result = used > conflicts
                           ? SatResult::Unknown
                           : gates.solve(literals, conflicts - used);
    spent_ += gates.variables() / variables_of_a_unit;
    if (result == SatResult::Unsat) {
      reply.result = Satisfiability::Unsat;
      std::set<std::size_t> needed(eliminated.equations().begin(),
                                   eliminated.equations().end());
      for (std::size_t i = 0; i < parts.size(); i++)
        if (gates.is_needed(literals[i]))
          needed.insert(i);
      for (std::size_t i : needed)
        reply.core.push_back(whole[i]);
    }
    if (result != SatResult::Sat)
      break;
    if (!consistency.repair()) {
      reply.result = Satisfiability::Sat;
      reply.model = std::make_shared<Assignment>(consistency.values(),
                                                 std::move(eliminated));
      break;
    }
  }
  spent_ += units_of_a_conflict * (gates.conflicts() - before) +
            (gates.variables() - old_variables);
  return reply;
}

} // namespace mergeproof::smt

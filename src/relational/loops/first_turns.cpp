#include "relational/loops/first_turns.h"

#include "smt/simulation.h"

#include <algorithm>
#include <memory>
#include <set>

namespace mergeproof::relational {

namespace {

constexpr unsigned most_runs = 160;
constexpr std::size_t most_rows = 300;       // behind the first turn
constexpr std::size_t most_values = 400'000; // of terms, in all turns
constexpr std::size_t least_rows = 12;
constexpr std::size_t most_first_rows = 24;
constexpr unsigned most_turns = 12; // of a run
constexpr std::size_t most_numbers = 24;

// A run under one made-up input: every turn has a simulation of its own, whose
// heads are what the turn before it left.
class Run {
public:
  Run(const std::vector<ChangingCell> &cells, std::uint64_t seed,
      const std::vector<smt::Bits> &likely)
      : cells_(cells), seed_(seed), likely_(likely) {
    before_ = std::make_unique<smt::Simulation>(seed, likely);
    begin(*before_, &ChangingCell::first);
  }

  smt::Bits value(smt::Term term) { return turns_.back()->value(term); }
  std::vector<smt::Bits> values(const std::vector<smt::Term> &terms) {
    std::vector<smt::Bits> row(terms.size());
    std::transform(terms.begin(), terms.end(), row.begin(),
                   [&](smt::Term term) { return value(term); });
    return row;
  }
  std::size_t turn() const { return turns_.size(); }
  void next() { begin(*turns_.back(), &ChangingCell::after); }

private:
  void begin(smt::Simulation &last, smt::Term ChangingCell::*value) {
    auto turn = std::make_unique<smt::Simulation>(seed_, likely_);
    for (const ChangingCell &cell : cells_)
      if (cell.head->sort.kind == smt::SortKind::Memory)
        turn->assign_memory(cell.head, last, cell.*value);
      else
        turn->assign(cell.head, last.value(cell.*value));
    turns_.push_back(std::move(turn));
  }

  const std::vector<ChangingCell> &cells_;
  std::uint64_t seed_;
  const std::vector<smt::Bits> &likely_;
  std::unique_ptr<smt::Simulation> before_;
  std::vector<std::unique_ptr<smt::Simulation>> turns_;
};

} // namespace

Rows reach_heads(const std::vector<ChangingCell> &cells, smt::Term entered,
                 smt::Term goes_on, const std::vector<smt::Term> &asked) {
  std::vector<smt::Term> roots{entered, goes_on};
  for (const ChangingCell &cell : cells)
    roots.push_back(cell.after);
  const std::vector<smt::Bits> likely = numbers_in(roots);
  const std::size_t most =
      std::min(most_rows, most_values / smt::reachable(roots).size());
  Rows first, later;
  for (unsigned seed = 1; seed <= most_runs && later.size() < most; seed++) {
    Run run(cells, seed, likely);
    if (run.value(entered) == 0)
      continue;
    for (;;) {
      bool is_first = run.turn() == 1;
      if (!is_first || first.size() < most_first_rows)
        (is_first ? first : later).push_back(run.values(asked));
      if (run.turn() > most_turns || later.size() >= most ||
          run.value(goes_on) == 0)
        break;
      run.next();
    }
  }
  if (later.size() < least_rows)
    return {};
  first.insert(first.end(), later.begin(), later.end());
  return first;
}

std::vector<smt::Bits> numbers_in(const std::vector<smt::Term> &terms) {
  std::set<smt::Bits> numbers;
  for (smt::Term term : smt::reachable(terms))
    if (term->kind == smt::Kind::Constant && numbers.size() < most_numbers &&
        term->sort.kind == smt::SortKind::BitVec && term->sort.bits <= 64)
      numbers.insert(term->value);
  return {numbers.begin(), numbers.end()};
}

} // namespace mergeproof::relational

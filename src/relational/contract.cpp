#include "relational/contract.h"

#include "support/check.h"

namespace mergeproof::relational {

namespace {

constexpr std::uint64_t first_local = std::uint64_t(0x80000000) << 32;
constexpr std::uint64_t first_heap = std::uint64_t(0xC0000000) << 32;

Term memory_of(TermTable &table, const State &state, std::string_view region) {
  auto found = state.regions.find(region);
  return found == state.regions.end()
             ? table.symbol("fresh " + std::string(region), smt::memory_sort)
             : found->second;
}

} // namespace

Contract::Contract(symbolic::Universe &universe, const Executor::Result &result,
                   const ir::Function &unit)
    : universe_(universe), table_(universe.table),
      question_(universe.question()), result_(result) {
  find_ends();
  add_domain();
  Values none(ends_.size(), nullptr), values = none, worlds = none;
  for (std::size_t v = 0; v < ends_.size(); v++)
    values[v] = result.returned[v].value;
  ask("outcome", none);
  if (unit.result)
    ask("return value", values);
  for (std::size_t v = 0; v < ends_.size(); v++)
    worlds[v] = ends_[v].world;
  ask("external calls", worlds, Where::Exited);
  ask_memory();
  ask_result_object(unit);
}

void Contract::find_ends() {
  for (std::size_t v = 0; v < question_.versions.size(); v++) {
    const Ending &ending = result_.endings[v];
    End end;
    end.traps = end.exits = table_.boolean(false);
    end.code = table_.constant(smt::bv_sort(32), 0);
    for (Term trap : ending.traps)
      end.traps = table_.logical_or(end.traps, trap);
    end.world = result_.returned[v].state.world;
    for (const Exit &exit : ending.exits) {
      end.exits = table_.logical_or(end.exits, exit.guard);
      end.code = table_.ite(exit.guard, exit.code, end.code);
      end.world = end.world ? table_.ite(exit.guard, exit.world, end.world)
                            : exit.world;
    }
    end.returns = result_.returned[v].state.guard;
    has_traps_ |= !end.traps->is_false();
    if (!end.exits->is_false())
      universe_.assumptions.insert(verdict::Assumption::NothingRunsAtExit);
    Term other = table_.ite(end.exits, table_.constant(smt::bv_sort(2), 2),
                            table_.constant(smt::bv_sort(2), 0));
    end.outcome =
        table_.ite(end.traps, table_.constant(smt::bv_sort(2), 1), other);
    ends_.push_back(end);
  }
}

void Contract::add_domain() {
  Term all_trap = table_.boolean(true);
  for (std::size_t v = 0; v < ends_.size(); v++) {
    const End &end = ends_[v];
    // Assumes Termination: every run ends in one of the three ways.
    Term ends =
        table_.logical_or(table_.logical_or(end.traps, end.exits), end.returns);
    if (!ends->is_true())
      domain_.push_back(ends);
    if (question_.versions[v].revision.role != source::Role::Merge)
      all_trap = table_.logical_and(all_trap, end.traps);
  }
  // Assumes ParentsDoNotTrap.
  if (!all_trap->is_false())
    domain_.push_back(table_.logical_not(all_trap));
}

// The same outcome, and the same value where it counts. A null value stands for
// "nothing but the outcome".
Term Contract::is_same(std::size_t v, std::size_t w, const Values &values,
                       Where where) {
  const End &a = ends_[v], &b = ends_[w];
  Term outcome = table_.equal(a.outcome, b.outcome);
  Term exited = table_.logical_and(a.exits, b.exits);
  Term codes = table_.implies(exited, table_.equal(a.code, b.code));
  Term same = table_.logical_and(outcome, codes);
  if (!values[v] || !values[w] || values[v] == values[w])
    return same;
  if (values[v]->sort != values[w]->sort)
    throw GiveUp{"the versions return values of different types"};
  Term counts = table_.logical_and(a.returns, b.returns);
  if (where == Where::Exited)
    counts = table_.logical_or(counts, exited);
  counts = table_.logical_and(
      counts, table_.logical_not(table_.logical_or(a.traps, b.traps)));
  return table_.logical_and(
      same, table_.implies(counts, table_.equal(values[v], values[w])));
}

void Contract::claim(const std::string &observable, const std::string &rule,
                     Term term) {
  if (!term->is_false())
    claims_.push_back({observable, rule, term});
}

void Contract::ask(const std::string &observable, const Values &values,
                   Where where) {
  std::size_t merge = ends_.size() - 1;
  bool has_base = question_.has_base();
  Term unexpected = table_.boolean(true);
  for (std::size_t k = has_base; k < merge; k++) {
    Term like_merge = is_same(k, merge, values, where);
    unexpected = table_.logical_and(unexpected, table_.logical_not(like_merge));
    if (!has_base)
      continue;
    Term like_base = is_same(k, 0, values, where);
    claim(observable, "lost " + question_.versions[k].revision.id,
          table_.logical_and(table_.logical_not(like_base),
                             table_.logical_not(like_merge)));
  }
  claim(observable, "unexpected", unexpected);
}

// Every byte of every region, at an arbitrary address that outlives the call.
void Contract::ask_memory() {
  Term address = table_.symbol("observed address", smt::bv_sort(64));
  auto number = [&](std::uint64_t value) {
    return table_.constant(smt::bv_sort(64), value);
  };
  Term before = table_.binary(smt::Kind::ULt, address, number(first_local));
  Term heap = table_.logical_not(
      table_.binary(smt::Kind::ULt, address, number(first_heap)));
  for (std::string_view region : universe_.lasting_regions()) {
    if (universe_.is_constant(region))
      continue;
    Values memories(ends_.size(), nullptr);
    bool is_equal = true;
    for (std::size_t v = 0; v < ends_.size(); v++) {
      memories[v] = memory_of(table_, result_.returned[v].state, region);
      is_equal &= memories[v] == memories[0];
    }
    if (is_equal)
      continue;
    Values bytes;
    for (Term memory : memories)
      bytes.push_back(table_.load(memory, address, 8));
    std::size_t first = claims_.size();
    ask(region.empty() ? "memory" : std::string(region.substr(7)), bytes);
    for (std::size_t i = first; i < claims_.size(); i++)
      claims_[i].violation = table_.logical_and(
          claims_[i].violation, table_.logical_or(before, heap));
  }
}

// A struct result, in pieces of up to eight bytes.
void Contract::ask_result_object(const ir::Function &unit) {
  for (std::size_t i = 0; i < unit.params.size(); i++) {
    const ir::Variable &param = unit.params[i];
    if (param.passing != ir::Variable::Passing::ResultAddress)
      continue;
    Term base = universe_.local_object("argument " + std::to_string(i));
    std::uint64_t size = param.type ? param.type->size : 0;
    for (std::uint64_t at = 0; at < size; at++) {
      Values bytes;
      for (const Leave &leave : result_.returned)
        bytes.push_back(table_.load(
            memory_of(table_, leave.state, symbolic::shared_region),
            table_.add(base, table_.constant(smt::bv_sort(64), at)), 8));
      ask("return value", bytes);
    }
  }
}

} // namespace mergeproof::relational

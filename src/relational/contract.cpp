#include "relational/contract.h"

#include "smt/memory_change.h"
#include "smt/memory_part.h"
#include "smt/provenance.h"
#include "support/check.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

constexpr std::uint64_t first_local = std::uint64_t(0x80000000) << 32;
constexpr std::size_t most_places = 256;
constexpr std::uint64_t first_heap = std::uint64_t(0xC0000000) << 32;

Term memory_of(TermTable &table, const State &state, std::string_view region) {
  auto found = state.regions.find(region);
  return found == state.regions.end()
             ? table.symbol("fresh " + std::string(region), smt::memory_sort)
             : found->second;
}

// Without what was written to locals: nobody sees that afterwards.
Term lasting_memory(TermTable &table, Term memory) {
  return smt::memory_without(table, memory, [](Term write) {
    smt::Provenance place = smt::provenance(write->args[1]);
    return place.where == smt::Provenance::Where::Object &&
           place.object->object == smt::ObjectClass::Local;
  });
}

std::vector<Term> objects_of(const Executor::Result &result) {
  std::vector<Term> objects;
  for (const Leave &leave : result.returned)
    objects.push_back(leave.state.objects);
  return objects;
}

bool is_change_of_new(Term memory) {
  if (!smt::is_change(memory))
    return false;
  smt::Provenance place = smt::provenance(memory->args[1]);
  return place.where == smt::Provenance::Where::Object &&
         place.object->object == smt::ObjectClass::Heap;
}

} // namespace

Contract::Contract(symbolic::Universe &universe,
                   const verdict::Question &question,
                   const Executor::Result &result, const ir::Function &unit)
    : universe_(universe), table_(universe.table), question_(question),
      result_(result), lifetimes_(universe, objects_of(result)) {
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
  if (question_.stands_for_calls)
    ask("live objects", objects_of(result));
  else
    ask_lifetimes();
  ask_memory();
  ask_result_object(unit);
}

void Contract::ask_lifetimes() {
  ask("live objects", lifetimes_.rests());
  for (const Leave &leave : result_.returned) {
    left_.insert(left_.end(), {leave.value, leave.state.world});
    for (const auto &[region, memory] : leave.state.regions)
      left_.push_back(memory);
  }
  if (result_.has_loop_values)
    left_.clear(); // they may be anything
  for (const Values &dead : lifetimes_.dead(left_))
    ask("live objects", dead);
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
  if (!question_.is_comparison() && !all_trap->is_false())
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
    claims_.push_back({observable, rule, term, {}});
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

// Whether what lies there outlives the call.
Term Contract::outlives(Term address) {
  auto number = [&](std::uint64_t value) {
    return table_.constant(smt::bv_sort(64), value);
  };
  Term before = table_.binary(smt::Kind::ULt, address, number(first_local));
  Term heap = table_.logical_not(
      table_.binary(smt::Kind::ULt, address, number(first_heap)));
  return table_.logical_or(before, heap);
}

void Contract::note_write(Term memory, Written &written) const {
  Term address = memory->args[1];
  if (memory->kind != smt::Kind::Store) {
    Term object = smt::provenance(address).object;
    written.objects.emplace(object->id, object);
    return;
  }
  std::uint32_t bits = memory->args[2]->sort.bits;
  auto [known, is_new] = written.places.try_emplace(
      {address->id, bits},
      WrittenPlace{address, bits, {memory->access, memory->name}});
  smt::Access &access = known->second.access;
  if (access.type != memory->access)
    access.type = smt::AccessType::Any;
  if (access.member != memory->name)
    access.member = {};
}

// The places that the versions store to, if all their memories are made of one
// and the same by stores, and by changes of new objects: elsewhere they are
// equal.
Contract::Written Contract::written_to(const Values &memories) const {
  std::set<Term> bases, seen(memories.begin(), memories.end());
  std::vector<Term> stack(memories.begin(), memories.end());
  Written written;
  while (!stack.empty() && written.is_all) {
    Term memory = stack.back();
    stack.pop_back();
    std::vector<Term> below;
    if (memory->kind == smt::Kind::Store || is_change_of_new(memory)) {
      note_write(memory, written);
      below = {memory->args[0]};
    } else if (memory->kind == smt::Kind::Ite) {
      below = {memory->args[1], memory->args[2]};
    } else {
      bases.insert(memory);
    }
    for (Term other : below)
      if (seen.insert(other).second)
        stack.push_back(other);
    written.is_all = written.places.size() <= most_places &&
                     written.objects.size() <= most_places && bases.size() <= 1;
  }
  return written;
}

bool Contract::may_be_read(Term address) {
  smt::Provenance place = smt::provenance(address);
  return place.where != smt::Provenance::Where::Object ||
         lifetimes_.may_be_known(place.object, left_);
}

// Where an object of the call is not there in the end, anything stands for what
// it holds, the same in all versions: one that has the object is like none that
// has not.
Contract::Values Contract::readable(Term address, Values values) {
  smt::Provenance place = smt::provenance(address);
  if (question_.stands_for_calls ||
      place.where != smt::Provenance::Where::Object ||
      place.object->object != smt::ObjectClass::Heap)
    return values;
  auto [known, is_new] = dead_.try_emplace(place.object);
  if (is_new)
    known->second = lifetimes_.dead(place.object);
  const Values &dead = known->second;
  for (std::size_t v = 0; v < values.size(); v++)
    if (dead[v] && values[v]) {
      smt::Sort sort = values[v]->sort;
      Term anything = table_.symbol(
          "of no object, " + std::to_string(sort.bits) + " bits", sort);
      values[v] = table_.ite(dead[v], anything, values[v]);
    }
  return values;
}

// Every byte of objects that the call allocated.
void Contract::ask_objects(const std::string &observable,
                           const Values &memories,
                           const std::map<std::uint64_t, Term> &objects) {
  Term offset = table_.symbol("observed offset", smt::bv_sort(64));
  Term is_offset =
      table_.binary(smt::Kind::ULt, offset,
                    table_.constant(smt::bv_sort(64), std::uint64_t(1) << 31));
  for (const auto &[id, object] : objects) {
    if (!may_be_read(object))
      continue;
    Values bytes;
    for (Term memory : memories)
      bytes.push_back(table_.load(memory, table_.add(object, offset), 8));
    std::size_t first = claims_.size();
    ask(observable, readable(object, std::move(bytes)));
    for (std::size_t i = first; i < claims_.size(); i++)
      claims_[i].violation =
          table_.logical_and(claims_[i].violation, is_offset);
  }
}

// One question for each stored value; if that fails, one for each of its bytes.
void Contract::ask_places(const std::string &observable, const Values &memories,
                          const Places &places) {
  for (const auto &[id, place] : places) {
    auto [address, bits, access] = place;
    smt::Provenance where = smt::provenance(address);
    if (where.where == smt::Provenance::Where::Object &&
        where.object->object == smt::ObjectClass::Local)
      continue;
    if (!may_be_read(address))
      continue;
    Values values, part(memories.size(), nullptr);
    for (Term memory : memories)
      values.push_back(table_.load(memory, address, bits, access));
    values = readable(address, std::move(values));
    Term counts = outlives(address);
    std::size_t first = claims_.size();
    ask(observable, values);
    for (std::size_t i = first; i < claims_.size(); i++)
      claims_[i].violation = table_.logical_and(claims_[i].violation, counts);
    std::vector<Claim> whole(claims_.begin() + std::ptrdiff_t(first),
                             claims_.end());
    claims_.resize(first);
    for (std::uint32_t low = 0; bits > 8 && low < bits; low += 8) {
      for (std::size_t v = 0; v < values.size(); v++)
        part[v] = table_.extract(low + 7, low, values[v]);
      ask(observable, part);
    }
    std::vector<Claim> bytes(claims_.begin() + std::ptrdiff_t(first),
                             claims_.end());
    claims_.resize(first);
    for (Claim &claim : whole) {
      for (const Claim &byte : bytes)
        if (byte.rule == claim.rule)
          claim.parts.push_back(table_.logical_and(byte.violation, counts));
      claims_.push_back(claim);
    }
  }
}

// At the end of each version; of one that does not return, that of another:
// nobody asks.
Contract::Values Contract::memories_of(std::string_view region) const {
  Values memories;
  Term some = nullptr;
  for (const Leave &leave : result_.returned) {
    Term memory =
        lasting_memory(table_, memory_of(table_, leave.state, region));
    memories.push_back(memory);
    if (!some && !leave.state.is_dead())
      some = memory;
  }
  for (std::size_t v = 0; v < memories.size() && some; v++)
    if (result_.returned[v].state.is_dead())
      memories[v] = some;
  return memories;
}

// Every byte of every region that outlives the call.
void Contract::ask_memory() {
  Term address = table_.symbol("observed address", smt::bv_sort(64));
  for (std::string_view region : universe_.lasting_regions()) {
    if (universe_.is_constant(region))
      continue;
    Values memories = memories_of(region);
    if (std::count(memories.begin(), memories.end(), memories[0]) ==
        std::ptrdiff_t(memories.size()))
      continue;
    std::string observable =
        region.empty() ? "memory" : std::string(region.substr(7));
    if (Written written = written_to(memories); written.is_all) {
      ask_places(observable, memories, written.places);
      ask_objects(observable, memories, written.objects);
      continue;
    }
    Values bytes;
    for (Term memory : memories)
      bytes.push_back(table_.load(memory, address, 8));
    std::size_t first = claims_.size();
    ask(observable, bytes);
    for (std::size_t i = first; i < claims_.size(); i++)
      claims_[i].violation =
          table_.logical_and(claims_[i].violation, outlives(address));
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

#include "smt/sat/consistency.h"

#include <algorithm>

namespace mergeproof::smt {

namespace {

constexpr std::size_t most_laws = 100; // of one assignment

std::uint32_t bytes_in(Term value) { return value->sort.bits / 8; }

Term sum(TermTable &table, Term address, std::uint64_t distance) {
  return table.add(address, table.constant(bv_sort(address_bits), distance));
}

} // namespace

// From size on to 2^64 - count; of bytes, nothing need be subtracted.
Term are_apart(TermTable &table, Term address, std::uint64_t count, Term to,
               std::uint64_t size) {
  if (size == 1 && count == 1)
    return table.logical_not(table.equal(address, to));
  return table.binary(Kind::ULt, sum(table, table.subtract(address, to), -size),
                      table.constant(bv_sort(address_bits), 1 - size - count));
}

void Consistency::add(const std::vector<Term> &terms) {
  for (Term term : terms)
    visit(term);
}

void Consistency::visit(Term root) {
  std::vector<Term> waiting{root};
  while (!waiting.empty()) {
    Term term = waiting.back();
    waiting.pop_back();
    if (!seen_.insert(term).second)
      continue;
    waiting.insert(waiting.end(), term->args.begin(), term->args.end());
    bool is_leaf = term->kind == Kind::Symbol || term->kind == Kind::Apply ||
                   term->kind == Kind::Load;
    if (is_leaf && !is_memory(term)) {
      blaster_.word(term);
      leaves_.push_back(term);
    }
    if (term->kind == Kind::Load)
      loads_.push_back(term);
    if (term->kind == Kind::Apply && !is_memory(term))
      applies_.push_back(term);
    if (term->kind == Kind::Equal && is_memory(term->args[0])) {
      blaster_.word(term);
      leaves_.push_back(term);
      equalities_.push_back(term);
    }
  }
}

void Consistency::assign() {
  values_ = std::make_unique<Simulation>(0, Simulation::Rest::Zeros);
  for (Term leaf : leaves_)
    values_->assign(leaf, blaster_.value(leaf));
  bytes_.clear();
  read_.clear();
  linked_.clear();
  memories_.clear();
  results_.clear();
  representatives_.clear();
  laws_.clear();
}

bool Consistency::repair() {
  assign();
  for (std::size_t i = 0; i < loads_.size() && !has_enough(); i++)
    check_load(loads_[i]);
  for (std::size_t i = 0; i < applies_.size() && !has_enough(); i++)
    check_apply(applies_[i]);
  if (laws_.empty()) { // only then are bytes what they are said to be
    for (std::size_t i = 0; i < equalities_.size() && !has_enough(); i++)
      check_equality(equalities_[i]);
    for (std::size_t i = 0; i < equalities_.size() && !has_enough(); i++)
      check_difference(equalities_[i]);
  }
  if (!laws_.empty()) {
    write_laws();
    return true;
  }
  for (const auto &[place, byte] : bytes_)
    values_->assign_byte(place.first, place.second, byte.value);
  return false;
}

// What few laws leave broken is seen after the next assignment.
bool Consistency::has_enough() const { return laws_.size() >= most_laws; }

void Consistency::write(Law &law) {
  std::vector<Literal> clause{blaster_.literal(law.conclusion)};
  for (Term condition : law.conditions)
    clause.push_back(-blaster_.literal(condition));
  if (keeps_laws_) {
    law.guard = blaster_.gates().fresh();
    clause.push_back(-law.guard);
    kept_.push_back(law);
  }
  blaster_.gates().require(clause);
}

void Consistency::write_laws() {
  for (Law &law : laws_) {
    write(law);
    add(law.conditions);
    add({law.conclusion});
    if (blaster_.gates().variables() > most_variables_)
      return; // the question stays open
  }
}

void Consistency::state(Step step) {
  laws_.push_back({step.conditions, step.conclusion, {}, std::move(step)});
}

Term Consistency::at(Term address, std::uint64_t distance) {
  return sum(table_, address, distance);
}

Term Consistency::bytes_of(Term value, std::uint32_t first,
                           std::uint32_t count) {
  return table_.extract(8 * (first + count) - 1, 8 * first, value);
}

void Consistency::check_load(Term load) {
  Read read{.load = load, .first = 0, .count = bytes_in(load)};
  read = follow(load->args[0], load->args[1], read);
  if (!read.is_split)
    return check(read);
  for (std::uint32_t i = 0; i < bytes_in(load); i++)
    check(follow(load->args[0], at(load->args[1], i),
                 {.load = load, .first = i, .count = 1}));
}

void Consistency::check(const Read &read) {
  if (read.stored)
    check_stored(read);
  else
    check_base(read);
}

void Consistency::check_stored(const Read &read) {
  Term loaded = bytes_of(read.load, read.first, read.count);
  if (values_->value(loaded) != values_->value(read.stored))
    laws_.push_back({read.conditions,
                     table_.equal(loaded, read.stored),
                     {read},
                     std::nullopt});
}

void Consistency::check_base(const Read &read) {
  Term base = representative(read.base);
  std::uint64_t address = address_value(at(read.load->args[1], read.first));
  Bits value = values_->value(read.load) >> (8 * read.first);
  read_.emplace_back(read.load, base);
  for (std::uint32_t i = 0; i < read.count; i++) {
    auto own = static_cast<unsigned char>(value >> (8 * i));
    auto [entry, is_new] =
        bytes_.try_emplace({base, address + i}, Byte{own, read});
    if (!is_new && entry->second.value != own)
      return state_equal_bytes(entry->second.read, read, address + i);
  }
}

// Two reads of one memory, or of two that are the same, which meet at `place`.
void Consistency::state_equal_bytes(const Read &a, const Read &b,
                                    std::uint64_t place) {
  std::vector<Term> conditions;
  if (a.base != b.base) // both are like what stands for them
    for (Term base : {a.base, b.base})
      if (Term same = representative(base); same != base)
        conditions.push_back(congruence(same, base));
  Term from_a = at(a.load->args[1], a.first);
  Term from_b = at(b.load->args[1], b.first);
  std::uint64_t in_a = place - address_value(from_a);
  std::uint64_t in_b = place - address_value(from_b);
  bool are_alike = in_a == in_b && a.count == b.count;
  conditions.push_back(table_.equal(at(from_a, are_alike ? 0 : in_a),
                                    at(from_b, are_alike ? 0 : in_b)));
  std::uint32_t count = are_alike ? a.count : 1;
  auto bytes = [&](Term load, std::uint32_t first, std::uint64_t in) {
    return bytes_of(
        load, first + (are_alike ? 0 : static_cast<std::uint32_t>(in)), count);
  };
  Law law{
      {},
      table_.equal(bytes(a.load, a.first, in_a), bytes(b.load, b.first, in_b)),
      {a, b},
      Step{}};
  Term in_base_a = table_.plain_load(a.base, from_a, 8 * a.count);
  Term in_base_b = table_.plain_load(b.base, from_b, 8 * b.count);
  law.last =
      Step{conditions,
           table_.equal(bytes(in_base_a, 0, in_a), bytes(in_base_b, 0, in_b)),
           {in_base_a, in_base_b}};
  law.conditions = std::move(conditions);
  for (const Read *read : {&a, &b})
    law.conditions.insert(law.conditions.end(), read->conditions.begin(),
                          read->conditions.end());
  laws_.push_back(std::move(law));
}

// Where the bytes at `address` come from.
Consistency::Read Consistency::follow(Term memory, Term address, Read read) {
  for (;;) {
    if (memory->kind == Kind::Ite) {
      Term condition = memory->args[0];
      bool holds = values_->value(condition) != 0;
      read.conditions.push_back(holds ? condition
                                      : table_.logical_not(condition));
      read.through.push_back(memory);
      memory = memory->args[holds ? 1 : 2];
    } else if (memory->kind == Kind::Store) {
      if (!step_over_store(memory, address, read))
        return read;
    } else {
      read.base = memory;
      return read;
    }
  }
}

// False: it was stored here, as a whole or in part.
bool Consistency::step_over_store(Term &memory, Term address, Read &read) {
  Term to = memory->args[1], value = memory->args[2];
  std::uint64_t size = bytes_in(value), count = read.count;
  std::uint64_t distance = address_value(address) - address_value(to);
  if (distance < size && distance + count <= size) {
    read.conditions.push_back(table_.equal(address, at(to, distance)));
    read.through.push_back(memory);
    read.distance = static_cast<std::uint32_t>(distance);
    read.stored = bytes_of(value, read.distance, read.count);
    return false;
  }
  if (distance < size || -distance < count) {
    read.is_split = true;
    return false;
  }
  read.conditions.push_back(are_apart(table_, address, count, to, size));
  read.through.push_back(memory);
  memory = memory->args[0];
  return true;
}

Term Consistency::representative(Term base) {
  if (base->kind != Kind::Apply)
    return base;
  auto [entry, is_new] = representatives_.try_emplace(base, base);
  if (!is_new)
    return entry->second;
  std::vector<Term> &others = memories_[base->name];
  auto found = std::find_if(others.begin(), others.end(), [&](Term other) {
    return may_be_congruent(other, base);
  });
  if (found == others.end())
    others.push_back(base);
  else
    entry->second = *found;
  return entry->second;
}

// Whether the assignment has their arguments equal; memories of which it says
// nothing may be.
bool Consistency::may_be_congruent(Term a, Term b) {
  if (a->args.size() != b->args.size() || a->sort != b->sort)
    return false;
  for (std::size_t i = 0; i < a->args.size(); i++) {
    Term x = a->args[i], y = b->args[i];
    if (x->sort != y->sort)
      return false;
    if (x == y)
      continue;
    if (!is_memory(x)) {
      if (values_->value(x) != values_->value(y))
        return false;
      continue;
    }
    Term same = table_.equal(x, y);
    if (same->is_false() || (seen_.count(same) && values_->value(same) == 0))
      return false;
  }
  return true;
}

Term Consistency::congruence(Term a, Term b) {
  Term same = table_.boolean(true);
  for (std::size_t i = 0; i < a->args.size(); i++) {
    Term equal = table_.equal(a->args[i], b->args[i]);
    if (is_memory(a->args[i]))
      visit(equal); // the next assignment says whether they are
    same = table_.logical_and(same, equal);
  }
  return same;
}

void Consistency::check_apply(Term apply) {
  std::vector<Term> &others = results_[apply->name];
  auto found = std::find_if(others.begin(), others.end(), [&](Term other) {
    return may_be_congruent(other, apply);
  });
  if (found == others.end())
    others.push_back(apply);
  else if (values_->value(*found) != values_->value(apply))
    state({{congruence(*found, apply)},
           table_.equal(*found, apply),
           {*found, apply}});
}

// The stores that a memory is made of, and its base.
Term Consistency::unwind(Term memory, std::vector<Term> &stores) {
  while (memory->kind == Kind::Ite || memory->kind == Kind::Store)
    if (memory->kind == Kind::Ite) {
      bool holds = values_->value(memory->args[0]) != 0;
      memory = memory->args[holds ? 1 : 2];
    } else {
      stores.push_back(memory);
      memory = memory->args[0];
    }
  return representative(memory);
}

// Equal memories hold the same wherever something is stored to one of them, or
// known of their bases; below the same memory nothing need be looked at.
void Consistency::check_equality(Term equality) {
  if (values_->value(equality) == 0)
    return;
  std::vector<Term> in_a, in_b;
  Term base_a = unwind(equality->args[0], in_a);
  Term base_b = unwind(equality->args[1], in_b);
  linked_[group(base_a)] = group(base_b);
  while (!in_a.empty() && !in_b.empty() && in_a.back() == in_b.back())
    in_a.pop_back(), in_b.pop_back();
  for (const std::vector<Term> *stores : {&in_a, &in_b})
    for (Term store : *stores)
      check_equality_at(equality, store->args[1], bytes_in(store->args[2]));
  if (base_a == base_b)
    return;
  for (std::size_t i = 0; i < read_.size(); i++)
    if (read_[i].second == base_a || read_[i].second == base_b)
      check_equality_at(equality, read_[i].first->args[1],
                        bytes_in(read_[i].first));
}

// Memories that have nothing to do with each other may differ where nobody
// looks. Those of one base, or of bases that equalities tie to each other, must
// do so somewhere.
void Consistency::check_difference(Term equality) {
  if (values_->value(equality) != 0)
    return;
  std::vector<Term> stores;
  Term base_a = group(unwind(equality->args[0], stores));
  Term base_b = group(unwind(equality->args[1], stores));
  Term where = table_.symbol("differ at " + std::to_string(equality->id),
                             bv_sort(address_bits));
  Term in_a = table_.plain_load(equality->args[0], where, 8);
  Term in_b = table_.plain_load(equality->args[1], where, 8);
  if (base_a == base_b && !(seen_.count(in_a) && seen_.count(in_b)))
    state({{table_.logical_not(equality)},
           table_.logical_not(table_.equal(in_a, in_b)),
           {}});
}

Term Consistency::group(Term base) {
  for (auto next = linked_.find(base);
       next != linked_.end() && next->second != base; next = linked_.find(base))
    base = next->second;
  return base;
}

void Consistency::check_equality_at(Term equality, Term address,
                                    std::uint32_t bytes) {
  Term a = equality->args[0], b = equality->args[1];
  for (std::uint32_t i = 0; i < bytes; i++) {
    Term place = at(address, i);
    if (content(a, place) == content(b, place))
      continue;
    Term in_a = table_.plain_load(a, place, 8);
    Term in_b = table_.plain_load(b, place, 8);
    return state({{equality}, table_.equal(in_a, in_b), {in_a, in_b}});
  }
}

// The byte there; nothing where no load says it.
std::optional<Bits> Consistency::content(Term memory, Term address) {
  Read read = follow(memory, address, {.load = nullptr, .count = 1});
  if (read.stored)
    return values_->value(read.stored);
  auto found = bytes_.find({representative(read.base), address_value(address)});
  return found == bytes_.end() ? std::nullopt
                               : std::optional<Bits>(found->second.value);
}

} // namespace mergeproof::smt

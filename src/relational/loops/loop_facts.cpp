#include "relational/loops/loop_facts.h"

#include "ir/op_class.h"
#include "ir/print.h"
#include "symbolic/state.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace mergeproof::relational {

using smt::Kind;

// 0 where it has no value yet, as elsewhere (Executor::cell_value): a fact that
// says nothing there would be known of the head without having been asked.
Term value_in(TermTable &table, const State &state, std::string_view variable,
              smt::Sort sort) {
  auto found = state.variables.find(variable);
  return found == state.variables.end() ? table.constant(sort, 0)
                                        : found->second;
}

namespace {

constexpr std::uint32_t wide = 64;
const smt::Sort pointer = smt::bv_sort(64);

Term value_in_state(TermTable &table, const State &state,
                    const Counter &counter) {
  return value_in(table, state, counter.variable, counter.first->sort);
}

Term widen(TermTable &table, Term t, bool is_signed) {
  return is_signed ? table.sign_extend(wide, t) : table.zero_extend(wide, t);
}

bool leaves(const ir::Seq &seq) {
  for (const ir::Stmt *stmt : seq)
    if (stmt->as<ir::Break>() || stmt->as<ir::Continue>() ||
        stmt->as<ir::Return>())
      return true;
  return false;
}

// "i < n", "not n < i"
std::string comparison_text(const std::pair<std::string, std::string> &operands,
                            bool is_swapped, bool is_strict) {
  auto [a, b] = operands;
  if (is_swapped)
    std::swap(a, b);
  return (is_strict ? "" : "not ") + a + " < " + b;
}

bool is_comparison(const ir::Expr *e) {
  return e->kind == ir::ExprKind::Binary && ir::compares_integers(e->op) &&
         e->a->type != ir::bool_scalar;
}

bool has_load(const ir::Expr *e) {
  return e && (e->kind == ir::ExprKind::Load || has_load(e->a) ||
               has_load(e->b) || has_load(e->c));
}

bool assigns_here(const ir::Seq &seq, std::string_view variable) {
  return std::any_of(seq.begin(), seq.end(), [&](const ir::Stmt *stmt) {
    auto *assign = stmt->as<ir::Assign>();
    return assign && assign->target == variable;
  });
}

void collect_exits(const ir::Seq &seq, std::vector<const ir::Expr *> &found) {
  for (const ir::Stmt *stmt : seq) {
    if (stmt->as<ir::Loop>())
      continue;
    if (auto *branch = stmt->as<ir::If>();
        branch && (leaves(branch->then_body) || leaves(branch->else_body)))
      found.push_back(branch->condition);
    ir::Children inner = children(*stmt);
    if (inner.first)
      collect_exits(*inner.first, found);
    if (inner.second)
      collect_exits(*inner.second, found);
  }
}

// while (a && b): the loop is left by a variable that both branches of an `if`
// on a set, one of them to b.
void collect_parts(const ir::Seq &seq, std::string_view variable,
                   std::vector<const ir::Expr *> &found) {
  for (const ir::Stmt *stmt : seq) {
    if (stmt->as<ir::Loop>())
      continue;
    ir::Children inner = children(*stmt);
    auto *branch = stmt->as<ir::If>();
    if (branch && !has_load(branch->condition) &&
        assigns_here(branch->then_body, variable) &&
        assigns_here(branch->else_body, variable))
      found.push_back(branch->condition);
    if (auto *assign = stmt->as<ir::Assign>();
        assign && assign->target == variable && is_comparison(assign->value) &&
        !has_load(assign->value))
      found.push_back(assign->value);
    if (inner.first)
      collect_parts(*inner.first, variable, found);
    if (inner.second)
      collect_parts(*inner.second, variable, found);
  }
}

} // namespace

void collect_conditions(const ir::Seq &body,
                        std::vector<const ir::Expr *> &found) {
  collect_exits(body, found);
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < found.size(); i++)
    if (const ir::Expr *e = found[i];
        e->kind == ir::ExprKind::Var && seen.insert(e->name).second)
      collect_parts(body, e->name, found);
}

const ir::Expr *find_variable(const ir::Expr *e, std::string_view name) {
  if (!e || (e->kind == ir::ExprKind::Var && e->name == name))
    return e;
  for (const ir::Expr *part : {e->a, e->b, e->c})
    if (const ir::Expr *found = find_variable(part, name))
      return found;
  return nullptr;
}

namespace {

bool has_extended(const ir::Expr *e, std::string_view variable) {
  if (!e)
    return false;
  bool is_here = e->kind == ir::ExprKind::Cast && e->op == ir::Op::ZExt &&
                 find_variable(e->a, variable);
  return is_here || has_extended(e->a, variable) ||
         has_extended(e->b, variable) || has_extended(e->c, variable);
}

} // namespace

bool is_extended(const ir::Seq &body, std::string_view variable) {
  bool is_found = false;
  ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
    ir::for_each_expr(stmt, [&](const ir::Expr *e) {
      is_found |= has_extended(e, variable);
    });
  });
  return is_found;
}

Term turns(TermTable &table, Term turn, std::uint32_t bits, unsigned more) {
  Term count = bits < wide ? table.extract(bits - 1, 0, turn) : turn;
  return table.add(count, table.constant(smt::bv_sort(bits), more));
}

Term value_of(TermTable &table, const Counter &counter, Term turn,
              unsigned more) {
  if (counter.step == 0)
    return counter.first;
  std::uint32_t bits = counter.first->sort.bits;
  Term step = table.constant(counter.first->sort, counter.step);
  return table.add(counter.first,
                   table.multiply(step, turns(table, turn, bits, more)));
}

void FactFinder::add_conditions(std::size_t lane, const ir::Seq &body,
                                symbolic::Machine &machine,
                                const symbolic::FrameNames &names) {
  std::vector<const ir::Expr *> conditions;
  collect_conditions(body, conditions);
  for (const ir::Expr *condition : conditions) {
    if (is_comparison(condition)) {
      bool is_signed =
          condition->op == ir::Op::SLt || condition->op == ir::Op::SLe;
      add_comparison(
          lane, is_signed, {ir::print(*condition->a), ir::print(*condition->b)},
          [=, &machine, &names](const State &at) {
            return std::pair{machine.evaluate(condition->a, at, names),
                             machine.evaluate(condition->b, at, names)};
          },
          machine);
      continue;
    }
    for (bool holds : {true, false})
      facts_.push_back(
          {lane, (holds ? "" : "not ") + ir::print(*condition),
           [=, &table = table_, &machine, &names](const State &at, unsigned) {
             Term value = machine.evaluate(condition, at, names);
             return holds ? value : table.logical_not(value);
           }});
  }
}

void FactFinder::add_comparison(std::size_t lane, bool is_signed,
                                const Texts &operation,
                                const Operands &operands,
                                symbolic::Machine &machine) {
  Kind less = is_signed ? Kind::SLt : Kind::ULt;
  for (bool is_swapped : {false, true})
    for (bool is_strict : {true, false})
      facts_.push_back(
          {lane, comparison_text(operation, is_swapped, is_strict),
           [=, &table = table_, &machine](const State &at, unsigned) {
             auto [a, b] = operands(at);
             if (is_swapped)
               std::swap(a, b);
             Term term = machine.is_below(less, a, b);
             return is_strict ? term : table.logical_not(term);
           }});
  facts_.push_back({lane, "" + operation.first + " != " + operation.second,
                    [=, &table = table_](const State &at, unsigned) {
                      auto [a, b] = operands(at);
                      return table.logical_not(table.equal(a, b));
                    }});
}

// The counter, read as a number, is where it began plus the turns' steps.
void FactFinder::add_wrap(std::size_t lane, const Counter &counter,
                          bool is_signed) {
  Counter exact = counter;
  std::uint32_t bits = counter.first->sort.bits;
  exact.first = widen(table_, counter.first, is_signed);
  exact.step = smt::Bits(smt::to_signed(counter.step, bits));
  facts_.push_back(
      {lane,
       std::string(counter.variable) + (is_signed
                                            ? " counts on without overflow"
                                            : " counts on without wrapping"),
       [=, &table = table_, turn = turn_](const State &at, unsigned more) {
         return table.equal(
             widen(table, value_in_state(table, at, counter), is_signed),
             value_of(table, exact, turn, more));
       }});
  facts_.back().wide = Fact::Wide{counter.variable, is_signed, exact};
}

// It is not on the other side of where it began.
void FactFinder::add_border(std::size_t lane, const Counter &counter,
                            bool is_signed) {
  bool is_falling = smt::to_signed(counter.step, counter.first->sort.bits) < 0;
  facts_.push_back(
      {lane,
       std::string(counter.variable) +
           (is_falling ? " <= its first value" : " >= its first value") +
           (is_signed ? "" : ", unsigned"),
       [=, &table = table_](const State &at, unsigned) {
         Term value = value_in_state(table, at, counter), first = counter.first;
         if (is_falling)
           std::swap(value, first);
         return table.logical_not(
             table.binary(is_signed ? Kind::SLt : Kind::ULt, value, first));
       }});
}

void FactFinder::add_flag(std::size_t lane, std::string_view variable,
                          smt::Sort sort) {
  facts_.push_back({lane, std::string(variable) + " is 0 or 1",
                    [=, &table = table_](const State &at, unsigned) {
                      return table.binary(Kind::ULt,
                                          value_in(table, at, variable, sort),
                                          table.constant(sort, 2));
                    }});
}

void FactFinder::add_alternating(std::size_t lane, std::string_view variable,
                                 Term first) {
  facts_.push_back(
      {lane, std::string(variable) + " alternates between 0 and 1",
       [=, &table = table_, turn = turn_](const State &at, unsigned more) {
         Term is_even = table.logical_not(
             table.equal(table.extract(0, 0, turns(table, turn, wide, more)),
                         table.constant(smt::bv_sort(1), 1)));
         Term other = table.constant(first->sort, 1 - first->value);
         return table.equal(value_in(table, at, variable, first->sort),
                            table.ite(is_even, first, other));
       }});
}

void FactFinder::add_unchanged(std::size_t lane, std::string_view variable,
                               Term first) {
  facts_.push_back({lane, std::string(variable) + " is unchanged",
                    [=, &table = table_](const State &at, unsigned) {
                      return table.equal(
                          value_in(table, at, variable, first->sort), first);
                    }});
}

void FactFinder::add_unchanged_where(std::size_t lane, Term condition,
                                     std::string_view variable, Term first) {
  facts_.push_back(
      {lane,
       std::string(variable) +
           " is unchanged where a condition of the loop holds",
       [=, &table = table_](const State &at, unsigned) {
         return table.implies(
             condition,
             table.equal(value_in(table, at, variable, first->sort), first));
       }});
}

void FactFinder::add_entry_test(std::size_t lane, Term test) {
  facts_.push_back(
      {lane, "what the first turn tested",
       [=, &table = table_, turn = turn_](const State &, unsigned more) {
         Term count = turns(table, turn, wide, more);
         return table.logical_or(
             table.equal(count, table.constant(smt::bv_sort(wide), 0)), test);
       }});
}

Term Fact::says(TermTable &table, const Lanes &lanes, unsigned more) const {
  const State &here = lanes[lane].state;
  if (!other)
    return table.implies(here.guard, at(here, more));
  const State &there = lanes[*other].state;
  return table.implies(table.logical_and(here.guard, there.guard),
                       of_both(here, there));
}

namespace {

// Bits that `value` may have set, if only those of `old` and of constants.
// `known`: what was asked before, with `old` as nothing.
using KnownBits = std::map<Term, std::optional<smt::Bits>>;
std::optional<smt::Bits> find_bits(Term value, KnownBits &known);

std::optional<smt::Bits> bits_of(Term value, KnownBits &known) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  auto bits = find_bits(value, known);
  known.emplace(value, bits);
  return bits;
}

std::optional<smt::Bits> find_bits(Term value, KnownBits &known) {
  if (value->is_constant())
    return value->value;
  bool is_choice = value->kind == Kind::Ite;
  bool is_mask = value->kind == Kind::BvAnd;
  if (!is_choice && !is_mask && value->kind != Kind::BvOr &&
      value->kind != Kind::BvXor)
    return std::nullopt;
  std::optional<smt::Bits> all;
  for (std::size_t i = is_choice; i < value->args.size(); i++) {
    auto more = bits_of(value->args[i], known);
    if (is_mask && value->args[i]->is_constant())
      return more;
    if (!more && !is_mask)
      return std::nullopt;
    all = all.value_or(0) | more.value_or(0);
  }
  return is_mask ? std::nullopt : all;
}

// Constants that choices between values of a variable give, or that what is
// made of it is compared with. Each term is looked at once.
struct Constants {
  Constants(Term value, Term old) {
    add_given(value);
    std::set<Term> made_of_it{old};
    for (Term term : smt::reachable({value})) { // arguments first
      bool is_made =
          std::any_of(term->args.begin(), term->args.end(),
                      [&](Term arg) { return made_of_it.contains(arg); });
      if (is_made)
        made_of_it.insert(term);
      bool is_test = term->kind == Kind::ULt || term->kind == Kind::SLt ||
                     term->kind == Kind::Equal;
      if (is_made && is_test && term->args[0]->sort == value->sort)
        for (Term side : term->args)
          if (side->is_constant())
            compared.insert(side->value);
    }
  }

  std::set<smt::Bits> given, compared;

private:
  void add_given(Term value) {
    if (!seen_.insert(value).second)
      return;
    if (value->is_constant())
      given.insert(value->value);
    if (value->kind == Kind::Ite)
      for (std::size_t side : {1, 2})
        add_given(value->args[side]);
  }

  std::set<Term> seen_;
};

} // namespace

Limits find_limits(Term value, Term old, Term first) {
  Limits limits;
  if (!first->is_constant())
    return limits;
  std::uint32_t bits = first->sort.bits;
  KnownBits known{{old, smt::Bits(0)}};
  if (auto set = bits_of(value, known); set && value != old)
    if (smt::Bits zero = smt::mask(bits) & ~(*set | first->value); zero != 0)
      limits.zero_bits = zero;
  Constants constants(value, old);
  std::set<smt::Bits> &given = constants.given, &compared = constants.compared;
  if (given.empty() && compared.empty())
    return limits;
  auto is_less = [bits](smt::Bits a, smt::Bits b) {
    return smt::to_signed(a, bits) < smt::to_signed(b, bits);
  };
  given.insert(first->value);
  compared.insert(given.begin(), given.end());
  for (const auto *values : {&given, &compared}) {
    limits.least.insert(
        *std::min_element(values->begin(), values->end(), is_less));
    limits.most.insert(
        *std::max_element(values->begin(), values->end(), is_less));
  }
  return limits;
}

void FactFinder::add_limits(std::size_t lane, std::string_view variable,
                            smt::Sort sort, const Limits &limits) {
  auto number = [&](smt::Bits value) {
    return std::to_string(std::int64_t(smt::to_signed(value, sort.bits)));
  };
  for (smt::Bits least : limits.least)
    facts_.push_back({lane, std::string(variable) + " >= " + number(least),
                      [=, &table = table_](const State &at, unsigned) {
                        return table.logical_not(table.binary(
                            Kind::SLt, value_in(table, at, variable, sort),
                            table.constant(sort, least)));
                      }});
  for (smt::Bits most : limits.most)
    facts_.push_back({lane, std::string(variable) + " <= " + number(most),
                      [=, &table = table_](const State &at, unsigned) {
                        return table.logical_not(
                            table.binary(Kind::SLt, table.constant(sort, most),
                                         value_in(table, at, variable, sort)));
                      }});
  if (!limits.zero_bits)
    return;
  facts_.push_back({lane,
                    fmt::format("{} & {:#x} is 0", variable,
                                std::uint64_t(*limits.zero_bits)),
                    [=, &table = table_,
                     zero = *limits.zero_bits](const State &at, unsigned) {
                      return table.equal(
                          table.binary(Kind::BvAnd,
                                       value_in(table, at, variable, sort),
                                       table.constant(sort, zero)),
                          table.constant(sort, 0));
                    }});
}

std::optional<Trail> find_trail(TermTable &table, Term value, Term old) {
  if (value->kind == Kind::Ite) {
    std::optional<Trail> yes = find_trail(table, value->args[1], old);
    std::optional<Trail> no = find_trail(table, value->args[2], old);
    bool is_one =
        yes && no && yes->link == no->link && yes->offset == no->offset;
    if (is_one || value->args[2] == old)
      return yes;
    return value->args[1] == old ? no : std::nullopt;
  }
  for (Term link : smt::reachable({value}))
    if (link->kind == Kind::Load && link->args[1] == old &&
        link->sort == value->sort)
      if (Term offset = table.subtract(value, link); offset->is_constant())
        return Trail{{}, nullptr, link, std::uint64_t(offset->value)};
  return std::nullopt;
}

void FactFinder::add_readable(std::size_t lane, const Trail &trail,
                              symbolic::Machine &machine) {
  Term size = table_.constant(smt::bv_sort(wide), trail.link->sort.bits / 8);
  facts_.push_back(
      {lane, "*" + std::string(trail.variable) + " can be read",
       [=, &table = table_, &machine, turn = turn_](const State &at,
                                                    unsigned more) {
         Term value = value_in(table, at, trail.variable, pointer);
         Term count = turns(table, turn, wide, more);
         return table.logical_or(
             table.equal(count, table.constant(smt::bv_sort(wide), 0)),
             machine.valid(at, value, size, {}));
       }});
}

void FactFinder::add_target(std::size_t lane, const Trail &trail,
                            symbolic::Machine &machine, std::size_t other,
                            std::string_view variable) {
  auto is_target = [=, &table = table_, &machine](const State &at,
                                                  const State &there) {
    Term link = trail.link;
    return table.equal(table.load(machine.region(at, symbolic::shared_region),
                                  value_in(table, at, trail.variable, pointer),
                                  link->sort.bits, {link->access, link->name}),
                       value_in(table, there, variable, link->sort));
  };
  facts_.push_back({lane,
                    "*" + std::string(trail.variable) + " is " +
                        std::string(variable) + " of the other",
                    {},
                    other,
                    is_target});
}

void FactFinder::add_follower(std::size_t lane, const Trail &trail,
                              std::size_t other, std::string_view variable) {
  auto follows = [=, &table = table_](const State &at, const State &there) {
    Term left = value_in(table, there, variable, pointer);
    Term place = table.add(left, table.constant(pointer, trail.offset));
    Term is_null = table.equal(left, table.constant(pointer, 0));
    return table.equal(value_in(table, at, trail.variable, pointer),
                       table.ite(is_null, trail.first, place));
  };
  facts_.push_back({lane,
                    std::string(trail.variable) + " is in what " +
                        std::string(variable) + " of the other leads to",
                    {},
                    other,
                    follows});
}

// What a turn adds 1 to, or nothing, is no more than the turns beyond where it
// began.
void FactFinder::add_tally(std::size_t lane, std::string_view variable,
                           Term first) {
  facts_.push_back(
      {lane, std::string(variable) + " counts some turns",
       [=, &table = table_, turn = turn_](const State &at, unsigned more) {
         Term now = value_in(table, at, variable, first->sort);
         Term count = table.zero_extend(wide, table.subtract(now, first));
         return table.logical_not(
             table.binary(Kind::ULt, turns(table, turn, wide, more), count));
       }});
}

// A pointer that moves does not leave the object that it pointed into.
void FactFinder::add_object(std::size_t lane, const Counter &counter) {
  facts_.push_back({lane,
                    std::string(counter.variable) + " stays in its object",
                    [=, &table = table_](const State &at, unsigned) {
                      Term value = value_in_state(table, at, counter);
                      return table.equal(table.extract(63, 32, value),
                                         table.extract(63, 32, counter.first));
                    }});
}

void FactFinder::add_counter(std::size_t lane, const Counter &counter) {
  if (counter.step == 0)
    return;
  for (bool is_signed : {true, false}) {
    if (counter.first->sort.bits < wide)
      add_wrap(lane, counter, is_signed);
    add_border(lane, counter, is_signed);
  }
}

} // namespace mergeproof::relational

#include "smt/term.h"

#include "smt/fold.h"
#include "smt/product_limit.h"
#include "support/check.h"
#include "support/hash.h"

#include <algorithm>
#include <set>

namespace mergeproof::smt {

using support::hash_bytes;
using support::mix;

Bits mask(std::uint32_t bits) {
  return bits >= 128 ? ~Bits(0) : (Bits(1) << bits) - 1;
}

__int128 to_signed(Bits value, std::uint32_t bits) {
  Bits sign = Bits(1) << (bits - 1);
  return static_cast<__int128>((value ^ sign) - sign);
}

bool TermTable::Equal::operator()(Term a, Term b) const {
  return a->hash == b->hash && a->kind == b->kind && a->sort == b->sort &&
         a->value == b->value && a->high == b->high && a->low == b->low &&
         a->object == b->object && a->is_input == b->is_input &&
         a->access == b->access && a->name == b->name && a->args == b->args;
}

std::string_view TermTable::keep(std::string_view text) {
  return *names_.emplace(text).first;
}

Term TermTable::intern(Node node) {
  std::uint64_t h = mix(std::uint64_t(node.kind),
                        std::uint64_t(node.sort.kind) << 32 | node.sort.bits);
  h = mix(mix(h, std::uint64_t(node.value)), std::uint64_t(node.value >> 64));
  h = mix(mix(h, node.high), node.low);
  if (node.access != AccessType::Any)
    h = mix(h, std::uint64_t(node.access));
  h = mix(h, hash_bytes(node.name));
  for (Term arg : node.args)
    h = mix(h, arg->hash);
  node.hash = h;
  if (auto found = interned_.find(&node); found != interned_.end())
    return *found;
  node.id = nodes_.size();
  Term kept = &nodes_.emplace_back(std::move(node));
  interned_.insert(kept);
  return kept;
}

Term TermTable::constant(Sort sort, Bits value) {
  return intern(
      {.kind = Kind::Constant, .sort = sort, .value = value & mask(sort.bits)});
}

Term TermTable::symbol(std::string_view name, Sort sort) {
  return intern({.kind = Kind::Symbol, .sort = sort, .name = keep(name)});
}

Term TermTable::input(std::string_view name, Sort sort) {
  return intern({.kind = Kind::Symbol,
                 .sort = sort,
                 .is_input = true,
                 .name = keep(name)});
}

Term TermTable::object(std::string_view name, ObjectClass which,
                       std::uint64_t address) {
  return intern({.kind = Kind::Object,
                 .sort = bv_sort(address_bits),
                 .value = address,
                 .object = which,
                 .name = keep(name)});
}

Term TermTable::apply(std::string_view name, Sort sort,
                      std::vector<Term> args) {
  return intern({.kind = Kind::Apply,
                 .sort = sort,
                 .name = keep(name),
                 .args = std::move(args)});
}

Term TermTable::logical_not(Term a) {
  if (a->is_constant())
    return boolean(!a->value);
  if (a->kind == Kind::Not)
    return a->args[0];
  return intern({.kind = Kind::Not, .sort = bool_sort, .args = {a}});
}

namespace {

// The smaller or the larger of two, which either comparison can say.
bool is_extreme(Term condition, Term yes, Term no) {
  if (condition->kind != Kind::ULt && condition->kind != Kind::SLt)
    return false;
  Term a = condition->args[0], b = condition->args[1];
  return (yes == a && no == b) || (yes == b && no == a);
}

bool by_id(Term a, Term b) { return a->id < b->id; }

bool contains(const std::vector<Term> &sorted, Term t) {
  return std::binary_search(sorted.begin(), sorted.end(), t, by_id);
}

constexpr std::size_t max_absorbed = 64;

} // namespace

// c or (not c and d) is c or d; c or (c and d) is c; c or not (c or d) is
// c or not d; not c or not (c or d) is not c; and the duals. `flat` is sorted.
// True when something changed.
bool TermTable::absorb(Kind kind, std::vector<Term> &flat) {
  Kind dual = kind == Kind::And ? Kind::Or : Kind::And;
  for (Term &arg : flat) {
    bool is_not = arg->kind == Kind::Not && arg->args[0]->kind == kind;
    if (arg->kind != dual && !is_not)
      continue;
    std::vector<Term> kept;
    bool is_absorbed = false;
    for (Term inner : is_not ? arg->args[0]->args : arg->args) {
      Term part = is_not ? logical_not(inner) : inner;
      is_absorbed |= contains(flat, part);
      if (!contains(flat, logical_not(part)))
        kept.push_back(inner);
    }
    if (!is_absorbed &&
        kept.size() == (is_not ? arg->args[0] : arg)->args.size())
      continue;
    if (is_absorbed)
      arg = boolean(kind == Kind::And);
    else
      arg =
          is_not ? logical_not(connective(kind, kept)) : connective(dual, kept);
    return true; // `flat` is no longer sorted
  }
  return false;
}

// And, Or: flat, sorted by id, without repetitions or complements.
Term TermTable::connective(Kind kind, const std::vector<Term> &args) {
  bool is_and = kind == Kind::And;
  std::vector<Term> flat;
  for (Term arg : args) {
    if (arg->kind == kind)
      flat.insert(flat.end(), arg->args.begin(), arg->args.end());
    else if (!arg->is_constant())
      flat.push_back(arg);
    else if (arg->is_true() != is_and)
      return boolean(!is_and);
  }
  std::sort(flat.begin(), flat.end(), by_id);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  for (Term arg : flat)
    if (arg->kind == Kind::Not && contains(flat, arg->args[0]))
      return boolean(!is_and);
  if (flat.empty())
    return boolean(is_and);
  if (flat.size() == 1)
    return flat[0];
  if (flat.size() <= max_absorbed && absorb(kind, flat))
    return connective(kind, flat);
  return intern({.kind = kind, .sort = bool_sort, .args = std::move(flat)});
}

// (g and a) or (g and b) is g and (a or b): after a branch the guard is again
// what it was before.
Term TermTable::factored_or(Term a, Term b) {
  auto parts = [](Term t) {
    return t->kind == Kind::And ? t->args : std::vector<Term>{t};
  };
  std::vector<Term> x = parts(a), y = parts(b), common, rest_x, rest_y;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(),
                        std::back_inserter(common), by_id);
  if (common.empty())
    return connective(Kind::Or, {a, b});
  std::set_difference(x.begin(), x.end(), common.begin(), common.end(),
                      std::back_inserter(rest_x), by_id);
  std::set_difference(y.begin(), y.end(), common.begin(), common.end(),
                      std::back_inserter(rest_y), by_id);
  Term rest = connective(
      Kind::Or, {connective(Kind::And, rest_x), connective(Kind::And, rest_y)});
  common.push_back(rest);
  return connective(Kind::And, common);
}

Term TermTable::logical_and(Term a, Term b) {
  CHECK(a->sort == bool_sort && b->sort == bool_sort);
  return connective(Kind::And, {a, b});
}

Term TermTable::logical_or(Term a, Term b) {
  CHECK(a->sort == bool_sort && b->sort == bool_sort);
  return factored_or(a, b);
}

namespace {

// Whether it is 0 where x is: of x alone, with factors.
bool vanishes_with(Term term, Term x) {
  switch (term->kind) {
  case Kind::ZeroExtend:
  case Kind::SignExtend:
    return vanishes_with(term->args[0], x);
  case Kind::Mul:
    return vanishes_with(term->args[0], x) || vanishes_with(term->args[1], x);
  default:
    return term == x;
  }
}

// Whether `no` is `yes` where the two sides of the equality are the same:
// x == c ? c : x, n == 0 ? 0 : 4 * n.
bool is_either(Term equality, Term yes, Term no) {
  Term a = equality->args[0], b = equality->args[1];
  if ((a == yes && b == no) || (a == no && b == yes))
    return true;
  Term zero = a->is_constant() ? a : b, x = a->is_constant() ? b : a;
  return zero->is_constant() && zero->value == 0 && yes->is_constant() &&
         yes->value == 0 && vanishes_with(no, x);
}

// A number, or where an object is.
bool is_fixed(Term term) {
  return term->is_constant() || term->kind == Kind::Object;
}

bool is_store_to_same(Term a, Term b) {
  return a->kind == Kind::Store && b->kind == Kind::Store &&
         a->args[1] == b->args[1] && a->args[2]->sort == b->args[2]->sort &&
         a->access == b->access && a->name == b->name;
}

} // namespace

Term TermTable::ite(Term condition, Term yes, Term no) {
  CHECK(condition->sort == bool_sort && yes->sort == no->sort);
  if (condition->is_constant())
    return condition->is_true() ? yes : no;
  if (yes == no)
    return yes;
  if (condition->kind == Kind::Not)
    return ite(condition->args[0], no, yes);
  if (yes->kind == Kind::Ite && yes->args[0] == condition)
    return ite(condition, yes->args[1], no);
  if (no->kind == Kind::Ite && no->args[0] == condition)
    return ite(condition, yes, no->args[2]);
  if (yes->sort == bool_sort) {
    if (yes->is_constant())
      return yes->is_true() ? logical_or(condition, no)
                            : logical_and(logical_not(condition), no);
    if (no->is_constant())
      return no->is_true() ? logical_or(logical_not(condition), yes)
                           : logical_and(condition, yes);
  }
  if (condition->kind == Kind::Equal && is_either(condition, yes, no))
    return no;
  if (is_extreme(condition, yes, no) &&
      condition->args[0]->id > condition->args[1]->id)
    return ite(binary(condition->kind, condition->args[1], condition->args[0]),
               no, yes);
  if (yes->kind == Kind::Add || no->kind == Kind::Add)
    if (Term sum = factored_ite(condition, yes, no))
      return sum;
  if (is_store_to_same(yes, no)) // whatever else was stored before
    return store(ite(condition, yes->args[0], no->args[0]), yes->args[1],
                 ite(condition, yes->args[2], no->args[2]),
                 {yes->access, yes->name});
  return intern(
      {.kind = Kind::Ite, .sort = yes->sort, .args = {condition, yes, no}});
}

bool is_constant_ite(Term t) {
  return t->kind == Kind::Ite && t->args[1]->is_constant() &&
         t->args[2]->is_constant();
}

// Comparisons of a constant with (c ? constant : constant), as C's int-valued
// conditions make them, are decided in both branches.
Term TermTable::simplify_comparison(Kind kind, Term a, Term b) {
  auto compare = [&](Term x, Term y) {
    return kind == Kind::Equal ? equal(x, y) : binary(kind, x, y);
  };
  if (is_constant_ite(a) && b->is_constant())
    return ite(a->args[0], compare(a->args[1], b), compare(a->args[2], b));
  if (is_constant_ite(b) && a->is_constant())
    return ite(b->args[0], compare(a, b->args[1]), compare(a, b->args[2]));
  return compare_with_limit(*this, kind, a, b);
}

Term TermTable::equal_to_zero(Term term, Term zero) {
  // x / c == 0 is x < c.
  if (term->kind == Kind::UDiv && term->args[1]->is_constant() &&
      term->args[1]->value != 0)
    return binary(Kind::ULt, term->args[0], term->args[1]);
  // x % 4 == 0 is (x & 3) == 0, whatever the sign.
  Bits power = 0;
  if (Term dividend = dividend_of_remainder(term, power))
    return equal(binary(Kind::BvAnd, dividend, constant(term->sort, power - 1)),
                 zero);
  return nullptr;
}

// x == (x / c) * c is x % c == 0; null: it is no such product.
static Term equal_to_multiple(TermTable &table, Term x, Term product) {
  auto is_quotient = [](Term term) {
    return term->kind == Kind::UDiv || term->kind == Kind::SDiv;
  };
  if (product->kind != Kind::Mul ||
      !(is_quotient(product->args[0]) || is_quotient(product->args[1])))
    return nullptr;
  Term rest = table.subtract(x, product);
  bool is_remainder = rest->kind == Kind::URem || rest->kind == Kind::SRem;
  return is_remainder ? table.equal(rest, table.constant(rest->sort, 0))
                      : nullptr;
}

Term TermTable::equal(Term a, Term b) {
  CHECK(a->sort == b->sort);
  if (a == b)
    return boolean(true);
  if (a->is_constant() && b->is_constant())
    return boolean(a->value == b->value);
  if (is_fixed(a) && is_fixed(b))
    return boolean(a->value == b->value);
  for (auto [choice, other] : {std::pair{a, b}, std::pair{b, a}})
    if (choice->kind == Kind::Ite && is_fixed(other) &&
        is_fixed(choice->args[1]) && is_fixed(choice->args[2]))
      return ite(choice->args[0], equal(choice->args[1], other),
                 equal(choice->args[2], other));
  if (a->sort == bool_sort) {
    if (a->is_constant())
      return a->is_true() ? b : logical_not(b);
    if (b->is_constant())
      return b->is_true() ? a : logical_not(a);
    if (logical_not(a) == b)
      return boolean(false);
  }
  if (Term simple = simplify_comparison(Kind::Equal, a, b))
    return simple;
  if (a->kind == Kind::Add || b->kind == Kind::Add) {
    Term difference = subtract(a, b);
    if (difference->is_constant())
      return boolean(difference->value == 0);
  }
  if (a->kind == Kind::ZeroExtend && b->is_constant()) {
    std::uint32_t from = a->args[0]->sort.bits;
    return (b->value >> from) != 0
               ? boolean(false)
               : equal(a->args[0], constant(a->args[0]->sort, b->value));
  }
  if (b->kind == Kind::ZeroExtend && a->is_constant())
    return equal(b, a);
  for (auto [term, zero] : {std::pair{a, b}, std::pair{b, a}})
    if (zero->is_constant() && zero->value == 0)
      if (Term simple = equal_to_zero(term, zero))
        return simple;
  for (auto [sum, number] : {std::pair{a, b}, std::pair{b, a}}) {
    if (Term simple = equal_without_minus(sum, number))
      return simple;
    if (Term simple = equal_to_multiple(*this, sum, number))
      return simple;
  }
  if (a->id > b->id)
    std::swap(a, b);
  return intern({.kind = Kind::Equal, .sort = bool_sort, .args = {a, b}});
}

Bits opposite_of_negative(Term term) {
  if (!term->is_constant())
    return 0;
  Bits opposite = (~term->value + 1) & mask(term->sort.bits);
  return opposite < term->value ? opposite : 0;
}

bool has_conjuncts(Term guard, Term wanted) {
  auto conjuncts = [](Term term) {
    return term->kind == Kind::And ? term->args : std::vector<Term>{term};
  };
  if (wanted->is_true())
    return true;
  std::vector<Term> said = conjuncts(guard), wants = conjuncts(wanted);
  return std::all_of(wants.begin(), wants.end(), [&](Term one) {
    return std::find(said.begin(), said.end(), one) != said.end();
  });
}

std::vector<Term> reachable(const std::vector<Term> &roots) {
  std::vector<Term> stack = roots;
  std::unordered_set<Term> seen(roots.begin(), roots.end());
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    for (Term arg : top->args)
      if (seen.insert(arg).second)
        stack.push_back(arg);
  }
  std::vector<Term> all(seen.begin(), seen.end());
  std::sort(all.begin(), all.end(),
            [](Term a, Term b) { return a->id < b->id; });
  return all;
}

} // namespace mergeproof::smt

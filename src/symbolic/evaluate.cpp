// Machine: pure expressions.
#include "smt/linear.h"
#include "smt/range.h"
#include "support/check.h"
#include "symbolic/machine.h"
#include "symbolic/narrow.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mergeproof::symbolic {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using smt::Kind;

namespace {

smt::Sort sort_of(ir::Scalar scalar) {
  return scalar == ir::bool_scalar ? smt::bool_sort : smt::bv_sort(scalar.bits);
}

// A Bool as the one-bit number that arithmetic wants.
Term to_bits(TermTable &table, Term t) {
  if (t->sort != smt::bool_sort)
    return t;
  return table.ite(t, table.constant(smt::bv_sort(1), 1),
                   table.constant(smt::bv_sort(1), 0));
}

Term to_bool(TermTable &table, Term t) {
  if (t->sort == smt::bool_sort)
    return t;
  return table.equal(t, table.constant(t->sort, 1));
}

// `t` where `guard` holds: (c ? x : y) is x when c is one of the guard's
// conditions.
Term chosen_under(Term t, Term guard) {
  auto holds = [&](Term condition) {
    if (guard->kind != Kind::And)
      return guard == condition;
    return std::find(guard->args.begin(), guard->args.end(), condition) !=
           guard->args.end();
  };
  auto fails = [&](Term condition) {
    auto is_opposite = [&](Term part) {
      return part->kind == Kind::Not && part->args[0] == condition;
    };
    if (guard->kind != Kind::And)
      return is_opposite(guard);
    return std::any_of(guard->args.begin(), guard->args.end(), is_opposite);
  };
  while (t->kind == Kind::Ite) {
    if (holds(t->args[0]))
      t = t->args[1];
    else if (fails(t->args[0]))
      t = t->args[2];
    else
      break;
  }
  return t;
}

Term under_guard(TermTable &table, Term t, Term guard) {
  if (t->kind != Kind::Add)
    return chosen_under(t, guard);
  bool has_changed = false;
  Term sum = table.constant(t->sort, 0);
  for (Term part : t->args) {
    Term known = chosen_under(part, guard);
    has_changed |= known != part;
    sum = table.add(sum, known);
  }
  return has_changed ? sum : t;
}

bool fits(Op op, smt::Range x, smt::Range y, std::uint32_t bits) {
  __int128 low = x.low + y.low, high = x.high + y.high;
  if (op == Op::SSubOverflow) {
    low = x.low - y.high;
    high = x.high - y.low;
  } else if (op == Op::SMulOverflow) {
    std::tie(low, high) = std::minmax(
        {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
  }
  __int128 half = __int128(1) << (bits - 1);
  return low >= -half && high < half;
}

// What the operands' bounds take of the guard to show that the operation does
// not overflow; null: they do not show it.
Term why_exact(TermTable &table, Op op, Term a, Term b, Term guard) {
  constexpr std::size_t most_parts = 100;
  const std::uint32_t bits = a->sort.bits;
  if (bits > 32)
    return nullptr;
  smt::Range x = smt::signed_range(a), y = smt::signed_range(b);
  Term why = table.boolean(true);
  std::vector<Term> parts{guard};
  if (guard->kind == Kind::And)
    parts = guard->args;
  for (std::size_t i = 0; !fits(op, x, y, bits); i++) {
    if (i >= std::min(parts.size(), most_parts))
      return nullptr;
    smt::Range here = smt::narrowed(x, a, parts[i]);
    smt::Range there = smt::narrowed(y, b, parts[i]);
    if (here == x && there == y)
      continue;
    x = here;
    y = there;
    why = table.logical_and(why, parts[i]);
  }
  return why;
}

Kind kind_of(Op op) {
  switch (op) {
  case Op::UDiv:
    return Kind::UDiv;
  case Op::SDiv:
    return Kind::SDiv;
  case Op::URem:
    return Kind::URem;
  case Op::SRem:
    return Kind::SRem;
  case Op::And:
    return Kind::BvAnd;
  case Op::Or:
    return Kind::BvOr;
  case Op::Xor:
    return Kind::BvXor;
  case Op::Shl:
    return Kind::Shl;
  case Op::LShr:
    return Kind::LShr;
  case Op::AShr:
    return Kind::AShr;
  case Op::ULt:
    return Kind::ULt;
  case Op::SLt:
    return Kind::SLt;
  default:
    CHECK(!"a bit-vector operation");
  }
  return Kind::BvAnd;
}

} // namespace

Term Machine::evaluate(const Expr *e, const State &state,
                       const FrameNames &names) {
  auto inner = [&](const Expr *child) { return evaluate(child, state, names); };
  switch (e->kind) {
  case ExprKind::Const:
    return table_.constant(sort_of(e->type), e->bits);
  case ExprKind::Var:
    if (auto found = state.variables.find(e->name);
        found != state.variables.end())
      return under_guard(table_, found->second, state.guard);
    return table_.constant(sort_of(e->type), 0);
  case ExprKind::GlobalAddr:
    return universe_.global_object(e->name);
  case ExprKind::LocalAddr:
    return universe_.local_object(names.objects.at(e->name).key);
  case ExprKind::FunctionAddr:
    return universe_.function_object(e->name);
  case ExprKind::Unary:
    return evaluate_unary(e, inner(e->a));
  case ExprKind::Binary:
    return evaluate_between(e, state, names);
  case ExprKind::Cast:
    return evaluate_converted(e, state, names);
  case ExprKind::Select:
    return table_.ite(inner(e->a), inner(e->b), inner(e->c));
  case ExprKind::Load:
    return load(e, state, names, e->type.is_pointer());
  case ExprKind::Valid:
    return valid(state, inner(e->a), inner(e->b),
                 {base_of(e->a, state, names), e->a});
  }
  CHECK(!"an expression");
  return nullptr;
}

namespace {

bool is_number_of_pointer(const Expr *e) {
  return e->kind == ExprKind::Cast && e->op == Op::PtrToInt;
}

// The object that an address is in, or behind; null: not known.
Term object_under(Term address) {
  if (address->kind == Kind::Object)
    return address;
  if (address->kind == Kind::Add)
    for (Term part : address->args)
      if (Term object = object_under(part))
        return object;
  return nullptr;
}

bool is_order(Op op) {
  return op == Op::ULt || op == Op::ULe || op == Op::SLt || op == Op::SLe;
}

} // namespace

// Where one object ends another one may begin, and linkers give several names
// to one place.
void Machine::note_comparison(Term a, Term b, bool is_order) {
  universe_.pointer_numbers.note_comparison(a, b, is_order);
  Term x = object_under(a), y = object_under(b);
  if (x && y && x != y)
    universe_.assumptions.insert(verdict::Assumption::AllocationAddresses);
}

Term Machine::evaluate_between(const Expr *e, const State &state,
                               const FrameNames &names) {
  // A distance says nothing of where it is.
  if (e->op == Op::Sub && is_number_of_pointer(e->a) &&
      is_number_of_pointer(e->b))
    return evaluate_binary(
        e, evaluate_cast(e->a, evaluate(e->a->a, state, names)),
        evaluate_cast(e->b, evaluate(e->b->a, state, names)), state.guard);
  Term b = evaluate(e->b, state, names), a = evaluate(e->a, state, names);
  if (e->a->type.is_pointer() &&
      (e->op == Op::Eq || e->op == Op::Ne || is_order(e->op)))
    note_comparison(a, b, is_order(e->op));
  if (e->a->type.is_pointer() && e->op == Op::ULt)
    return is_below(Kind::ULt, a, b);
  if (e->a->type.is_pointer() && e->op == Op::ULe)
    return table_.logical_not(is_below(Kind::ULt, b, a));
  if (e->a->type.is_pointer() && (e->op == Op::Eq || e->op == Op::Ne))
    if (Term is_null = is_null_by_base(a, b))
      return e->op == Op::Eq ? is_null : table_.logical_not(is_null);
  return evaluate_binary(e, a, b, state.guard);
}

// Whether a sum is null, by what it is counted from; null: it is compared with
// something else, or counted from nothing known. Assumes InObjectArithmetic.
Term Machine::is_null_by_base(Term a, Term b) {
  if (a->is_constant())
    std::swap(a, b);
  bool is_sum = b->is_constant() && b->value == 0 && a->kind == Kind::Add;
  Term base = is_sum ? universe_.given_base(a) : nullptr;
  if (!base)
    return nullptr;
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  Term distance = table_.subtract(a, base);
  return table_.logical_and(table_.equal(base, b), table_.equal(distance, b));
}

namespace {

// What divides all parts of a distance, and `other`.
std::uint64_t common_factor(const smt::Linear &distance, std::uint64_t other) {
  auto magnitude = [](smt::Bits value) {
    __int128 number = smt::to_signed(value, smt::address_bits);
    return std::uint64_t(number < 0 ? -number : number);
  };
  other = std::gcd(other, magnitude(distance.constant()));
  for (const auto &[id, atom] : distance.atoms())
    other = std::gcd(other, magnitude(atom.second));
  return other;
}

Term divided(TermTable &table, const smt::Linear &distance,
             std::uint64_t factor) {
  auto part = [&](smt::Bits value) {
    __int128 number = smt::to_signed(value, smt::address_bits);
    return table.constant(smt::bv_sort(smt::address_bits),
                          smt::Bits(number / __int128(factor)) &
                              smt::mask(smt::address_bits));
  };
  Term sum = part(distance.constant());
  for (const auto &[id, atom] : distance.atoms())
    sum = table.add(sum, table.multiply(part(atom.second), atom.first));
  return sum;
}

} // namespace

// Assumes InObjectArithmetic: a distance is as many elements as it says.
Term Machine::is_below(Kind less, Term a, Term b) {
  auto base_under = [&](Term address) {
    Term object = object_under(address);
    return object ? object : universe_.given_base(address);
  };
  bool may_be = a != b && a->sort == smt::bv_sort(smt::address_bits);
  Term base = may_be ? base_under(a) : nullptr;
  if (!base || base != base_under(b))
    return table_.binary(less, a, b);
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  smt::Linear x(smt::address_bits), y(smt::address_bits);
  x.add(table_.subtract(a, base), 1);
  y.add(table_.subtract(b, base), 1);
  std::uint64_t factor =
      std::max<std::uint64_t>(1, common_factor(x, common_factor(y, 0)));
  return table_.binary(Kind::SLt, divided(table_, x, factor),
                       divided(table_, y, factor));
}

Term Machine::evaluate_converted(const Expr *e, const State &state,
                                 const FrameNames &names) {
  bool is_loaded = e->op == Op::IntToPtr && e->a->kind == ExprKind::Load;
  Term a =
      is_loaded ? load(e->a, state, names, true) : evaluate(e->a, state, names);
  if (is_number_of_pointer(e))
    universe_.pointer_numbers.look_at(a);
  bool is_number = a->sort != smt::bool_sort;
  Term converted =
      e->op == Op::SExt && is_number
          ? universe_.exact_sums.sign_extend(e->type.bits, a, state.guard)
      : e->op == Op::ZExt && is_number
          ? universe_.exact_sums.zero_extend(e->type.bits, a, state.guard)
          : evaluate_cast(e, a);
  bool is_found = e->op == Op::IntToPtr && a->kind == Kind::Load &&
                  a->args[0]->is_input && converted != a;
  if (is_found)
    universe_.note_input_pointer(converted, state.guard);
  return converted;
}

// A pointer is as good as its number in memory.
Term Machine::evaluate_stored(const Expr *e, const State &state,
                              const FrameNames &names) {
  return is_number_of_pointer(e) && e->type.bits < smt::address_bits
             ? evaluate_cast(e, evaluate(e->a, state, names))
             : evaluate(e, state, names);
}

Term Machine::float_op(const Expr *e, std::vector<Term> args) {
  universe_.assumptions.insert(verdict::Assumption::FloatOpsUninterpreted);
  std::string name = std::string("$") + ir::to_text(e->op);
  for (Term arg : args)
    name += " " + std::to_string(arg->sort.bits);
  return table_.apply(name + " " + std::to_string(e->type.bits),
                      sort_of(e->type), std::move(args));
}

Term Machine::evaluate_unary(const Expr *e, Term a) {
  switch (e->op) {
  case Op::Not:
    return a->sort == smt::bool_sort ? table_.logical_not(a) : table_.bv_not(a);
  case Op::Neg:
    return a->sort == smt::bool_sort ? a : table_.negate(a);
  default:
    return float_op(e, {a});
  }
}

// Operations on conditions.
Term Machine::evaluate_bool(Op op, Term a, Term b) {
  switch (op) {
  case Op::And:
  case Op::Mul:
    return table_.logical_and(a, b);
  case Op::Or:
    return table_.logical_or(a, b);
  case Op::Eq:
    return table_.equal(a, b);
  case Op::Xor:
  case Op::Ne:
  case Op::Add:
  case Op::Sub:
    return table_.logical_not(table_.equal(a, b));
  default:
    return nullptr;
  }
}

Term Machine::overflow(Op op, Term a, Term b, Term guard) {
  std::uint32_t bits = a->sort.bits;
  bool is_signed = op == Op::SAddOverflow || op == Op::SSubOverflow ||
                   op == Op::SMulOverflow;
  bool is_product = op == Op::SMulOverflow || op == Op::UMulOverflow;
  if (Term why = is_signed ? why_exact(table_, op, a, b, guard) : nullptr) {
    universe_.exact_sums.note(op, a, b, why);
    return table_.boolean(false);
  }
  std::uint32_t wide = is_product ? 2 * bits : bits + 1;
  auto widen = [&](Term t) {
    return is_signed ? table_.sign_extend(wide, t)
                     : table_.zero_extend(wide, t);
  };
  Term x = widen(a), y = widen(b);
  bool is_difference = op == Op::SSubOverflow || op == Op::USubOverflow;
  Term exact = is_product      ? table_.multiply(x, y)
               : is_difference ? table_.subtract(x, y)
                               : table_.add(x, y);
  Term kept = widen(table_.extract(bits - 1, 0, exact));
  Term is_exact = table_.equal(exact, kept);
  universe_.exact_sums.note(op, a, b, is_exact);
  return table_.logical_not(is_exact);
}

Term Machine::evaluate_binary(const Expr *e, Term a, Term b, Term guard) {
  if (e->a->type.is_float())
    return float_op(e, {a, b});
  if (a->sort == smt::bool_sort) {
    if (Term simple = evaluate_bool(e->op, a, b))
      return simple;
    a = to_bits(table_, a);
    b = to_bits(table_, b);
  }
  switch (e->op) {
  case Op::PtrAdd:
    // An allocation that may have failed: keep both addresses apart.
    if (a->kind == Kind::Ite &&
        (a->args[1]->is_constant() || a->args[2]->is_constant()))
      return table_.ite(a->args[0], table_.add(a->args[1], b),
                        table_.add(a->args[2], b));
    return table_.add(a, b);
  case Op::Add:
    return table_.add(a, b);
  case Op::Sub:
    return table_.subtract(a, b);
  case Op::Mul:
    return table_.multiply(a, b);
  case Op::Eq:
    return table_.equal(a, b);
  case Op::Ne:
    return table_.logical_not(table_.equal(a, b));
  case Op::ULe:
    return table_.logical_not(table_.binary(Kind::ULt, b, a));
  case Op::SLe:
    return table_.logical_not(table_.binary(Kind::SLt, b, a));
  case Op::SAddOverflow:
  case Op::SSubOverflow:
  case Op::SMulOverflow:
  case Op::UAddOverflow:
  case Op::USubOverflow:
  case Op::UMulOverflow:
    return overflow(e->op, a, b, guard);
  default:
    Term result = table_.binary(kind_of(e->op), a, b);
    return e->type == ir::bool_scalar ? to_bool(table_, result) : result;
  }
}

Term Machine::narrow(Term address) {
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  return to_number(table_, address);
}

Term Machine::widen(Term number) {
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  return to_address(table_, number);
}

Term Machine::evaluate_cast(const Expr *e, Term a) {
  std::uint32_t bits = e->type.bits;
  switch (e->op) {
  case Op::ZExt:
    if (a->sort == smt::bool_sort)
      return table_.ite(a, table_.constant(smt::bv_sort(bits), 1),
                        table_.constant(smt::bv_sort(bits), 0));
    return table_.zero_extend(bits, a);
  case Op::SExt:
    if (a->sort == smt::bool_sort)
      return table_.ite(a, table_.constant(smt::bv_sort(bits), ~smt::Bits(0)),
                        table_.constant(smt::bv_sort(bits), 0));
    return table_.sign_extend(bits, a);
  case Op::Trunc: {
    Term cut = table_.extract(bits - 1, 0, a);
    return bits == 1 ? to_bool(table_, cut) : cut;
  }
  case Op::PtrToInt:
    universe_.assumptions.insert(verdict::Assumption::AllocationAddresses);
    return bits == smt::address_bits ? a : narrow(a);
  case Op::IntToPtr:
    return a->sort.bits == smt::address_bits ? a : widen(a);
  default:
    return float_op(e, {a});
  }
}

} // namespace mergeproof::symbolic

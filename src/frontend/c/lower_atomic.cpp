// Atomic operations of C11 and GNU C, __atomic_… and __sync_…, as plain
// accesses.
// Assumes NoConcurrency: nobody else comes in between.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"

#include <map>

namespace mergeproof::frontend::c {

using ir::Op;

struct FunctionLowering::Update {
  Op op = Op::Add;
  bool is_inverted = false; // nand
  bool gives_new = false;   // else the old value
};

namespace {

// "add" of fetch_and_add; none for what is no such operation.
std::optional<std::pair<Op, bool>> operation_of(llvm::StringRef name) {
  static const std::map<std::string, std::pair<Op, bool>> known = {
      {"add", {Op::Add, false}}, {"sub", {Op::Sub, false}},
      {"and", {Op::And, false}}, {"or", {Op::Or, false}},
      {"xor", {Op::Xor, false}}, {"nand", {Op::And, true}}};
  auto found = known.find(name.str());
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::pair<Op, bool>>
operation_of(clang::AtomicExpr::AtomicOp op) {
  using clang::AtomicExpr;
  switch (op) {
  case AtomicExpr::AO__c11_atomic_fetch_add:
  case AtomicExpr::AO__atomic_fetch_add:
  case AtomicExpr::AO__atomic_add_fetch:
    return std::pair(Op::Add, false);
  case AtomicExpr::AO__c11_atomic_fetch_sub:
  case AtomicExpr::AO__atomic_fetch_sub:
  case AtomicExpr::AO__atomic_sub_fetch:
    return std::pair(Op::Sub, false);
  case AtomicExpr::AO__c11_atomic_fetch_and:
  case AtomicExpr::AO__atomic_fetch_and:
  case AtomicExpr::AO__atomic_and_fetch:
    return std::pair(Op::And, false);
  case AtomicExpr::AO__c11_atomic_fetch_or:
  case AtomicExpr::AO__atomic_fetch_or:
  case AtomicExpr::AO__atomic_or_fetch:
    return std::pair(Op::Or, false);
  case AtomicExpr::AO__c11_atomic_fetch_xor:
  case AtomicExpr::AO__atomic_fetch_xor:
  case AtomicExpr::AO__atomic_xor_fetch:
    return std::pair(Op::Xor, false);
  case AtomicExpr::AO__c11_atomic_fetch_nand:
  case AtomicExpr::AO__atomic_fetch_nand:
  case AtomicExpr::AO__atomic_nand_fetch:
    return std::pair(Op::And, true);
  default:
    return std::nullopt;
  }
}

bool gives_new(clang::AtomicExpr::AtomicOp op) {
  using clang::AtomicExpr;
  return op == AtomicExpr::AO__atomic_add_fetch ||
         op == AtomicExpr::AO__atomic_sub_fetch ||
         op == AtomicExpr::AO__atomic_and_fetch ||
         op == AtomicExpr::AO__atomic_or_fetch ||
         op == AtomicExpr::AO__atomic_xor_fetch ||
         op == AtomicExpr::AO__atomic_nand_fetch;
}

} // namespace

Place FunctionLowering::pointed(Value pointer, clang::QualType type) {
  Place place = memory(pointer, type);
  place.base = pointer;
  return place;
}

Value FunctionLowering::atomic_update(const Place &place, const Update &update,
                                      Value operand) {
  Value old = capture(read(place));
  Value next = fold.binary(update.op, old, operand);
  next = capture(update.is_inverted ? fold.unary(Op::Not, next) : next);
  write(place, next);
  return update.gives_new ? next : old;
}

// Whether the place held what was expected and was written; else `seen`, when
// there is one, gets what it held.
Value FunctionLowering::compare_and_swap(const Place &place, Value expected,
                                         Value desired, Place *seen) {
  Value old = capture(read(place));
  if (old->type.is_float() && old->type.bits > 64)
    return opaque("compare and swap of a long double, padding and all"),
           context.boolean(false);
  bool is_float = old->type.is_float(); // compared as bytes
  Value is_same =
      capture(fold.binary(Op::Eq, is_float ? float_bits(old) : old,
                          is_float ? float_bits(expected) : expected));
  branch(
      is_same, [&] { write(place, desired); },
      [&] {
        if (seen)
          write(*seen, old);
      });
  return is_same;
}

Value FunctionLowering::atomic(const clang::AtomicExpr &expr) {
  using clang::AtomicExpr;
  clang::QualType type = plain_type(expr.getPtr()->getType()->getPointeeType());
  auto scalar = types_.scalar(type);
  auto operation = operation_of(expr.getOp());
  bool is_known =
      scalar && !types_.unsupported(type) && (!operation || scalar->is_int());
  Operands args(*this);
  auto hold = [&](const Expr *arg) { args.hold(capture(value(arg))); };
  if (is_known) {
    hold(expr.getPtr());
    // Behind pointer and order, or the pointer alone.
    if (expr.getNumSubExprs() > 2 ||
        expr.getOp() == AtomicExpr::AO__c11_atomic_init)
      hold(expr.getVal1());
  }
  auto place = [&] { return pointed(args.get(0), type); };
  if (is_known && operation)
    return atomic_update(
        place(), {operation->first, operation->second, gives_new(expr.getOp())},
        args.get(1));
  switch (is_known ? expr.getOp() : AtomicExpr::AO__opencl_atomic_init) {
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__atomic_load_n:
    return capture(read(place()));
  case AtomicExpr::AO__atomic_load:
    write(pointed(args.get(1), type), capture(read(place())));
    return context.integer(32, 0);
  case AtomicExpr::AO__c11_atomic_init:
  case AtomicExpr::AO__c11_atomic_store:
  case AtomicExpr::AO__atomic_store_n:
    write(place(), args.get(1));
    return context.integer(32, 0);
  case AtomicExpr::AO__atomic_store:
    write(place(), capture(read(pointed(args.get(1), type))));
    return context.integer(32, 0);
  case AtomicExpr::AO__c11_atomic_exchange:
  case AtomicExpr::AO__atomic_exchange_n: {
    Value old = capture(read(place()));
    write(place(), args.get(1));
    return old;
  }
  case AtomicExpr::AO__c11_atomic_compare_exchange_strong:
  case AtomicExpr::AO__c11_atomic_compare_exchange_weak:
  case AtomicExpr::AO__atomic_compare_exchange_n: {
    hold(expr.getVal2());
    Place seen = pointed(args.get(1), type);
    Value expected = capture(read(seen));
    return boolean_value(
        compare_and_swap(place(), expected, args.get(2), &seen),
        expr.getType());
  }
  default:
    return opaque_value(expr.getType(), "atomic operation");
  }
}

std::optional<Value> FunctionLowering::sync_builtin(const clang::CallExpr &expr,
                                                    unsigned id) {
  std::string full = ast_.BuiltinInfo.getName(id).str();
  llvm::StringRef name = full;
  if (!name.consume_front("__sync_"))
    return std::nullopt;
  if (name == "synchronize")
    return context.integer(32, 0);
  clang::QualType type = expr.getArg(0)->getType()->getPointeeType();
  auto scalar = types_.scalar(type);
  name = name.substr(0, name.rfind('_')); // without the size
  if (!scalar || types_.unsupported(type))
    return std::nullopt;
  return sync_operation(expr, name);
}

Value FunctionLowering::sync_operation(const clang::CallExpr &expr,
                                       llvm::StringRef name) {
  clang::QualType type = expr.getArg(0)->getType()->getPointeeType();
  Operands args(*this);
  for (const Expr *arg : expr.arguments())
    args.hold(capture(value(arg)));
  Place place = pointed(args.get(0), type);
  if (name == "lock_release") {
    write(place, zero(*types_.scalar(type)));
    return context.integer(32, 0);
  }
  if (name == "bool_compare_and_swap")
    return boolean_value(
        compare_and_swap(place, args.get(1), args.get(2), nullptr),
        expr.getType());
  if (name == "val_compare_and_swap") {
    Value old = capture(read(place));
    compare_and_swap(place, args.get(1), args.get(2), nullptr);
    return old;
  }
  if (name == "lock_test_and_set" || name == "swap") {
    Value old = capture(read(place));
    write(place, args.get(1));
    return old;
  }
  bool gives_old = name.consume_front("fetch_and_");
  bool gives_new = !gives_old && name.consume_back("_and_fetch");
  auto operation = operation_of(name);
  if (!operation || gives_old == gives_new || !types_.scalar(type)->is_int())
    return opaque_value(expr.getType(), "atomic operation");
  return atomic_update(place, {operation->first, operation->second, gives_new},
                       args.get(1));
}

} // namespace mergeproof::frontend::c

// C's operators on values that have been computed: the expression, and the
// checks that C asks for in front of it. Knows types and the language's
// options, no syntax.
#pragma once

#include "frontend/c/emitter.h"

#include <clang/AST/OperationKinds.h>
#include <clang/AST/Type.h>

namespace llvm {
class APFloat;
class APInt;
struct fltSemantics;
} // namespace llvm

namespace mergeproof::frontend::c {

// What clang knows of the numbers of a float type.
const llvm::fltSemantics &semantics_of(ir::Scalar scalar);

inline constexpr const char *excess_precision =
    "float arithmetic of x87, which keeps more digits than float and double "
    "have (compile with -msse2)";

class Arithmetic : public Emitter {
protected:
  Arithmetic(Unit &unit, ir::Function &function)
      : Emitter(unit, function), ast_(unit.ast), types_(unit.types) {}

  // After an Opaque statement a value of the right shape is still needed.
  Value opaque_value(clang::QualType type, const std::string &reason);

  // Both operands and the result have `type`, but for the count of a shift.
  Value arithmetic(clang::BinaryOperatorKind op, Value a, Value b,
                   clang::QualType type);
  Value combined(ir::Op op, Value a, Value b); // of numbers, unchecked
  Value add_like(ir::Op op, Value a, Value b, clang::QualType type);
  Value negative(Value a, clang::QualType type);
  Value compare_values(clang::BinaryOperatorKind op, Value a, Value b,
                       bool is_signed);
  // pointer + index or - index, in elements.
  Value advance(Value pointer, Value index, clang::QualType pointee,
                clang::QualType index_type, ir::Op direction);
  void check_null_arithmetic(Value pointer, Value bytes);
  Value pointer_difference(Value a, Value b, clang::QualType pointee);
  // In bytes, as 64 bits; null when the length of a variable length array is
  // not known.
  Value size_of(clang::QualType type);
  Value to_size(Value bytes); // of type size_t

  // What memory holds for it, and back: ir/layout.h.
  Value load(ir::Scalar scalar, Value address, ir::Access access = {});
  void store(Value address, Value value, ir::Access access = {});
  Value address_number(Value pointer);
  Value to_address(Value number, bool is_signed);

  // Between scalar types, as a cast does.
  Value convert(Value value, clang::QualType from, clang::QualType to);
  Value truth(Value value); // of 1 bit: not 0
  Value boolean_value(Value condition, clang::QualType type);
  Value float_constant(const llvm::APFloat &number, ir::Scalar scalar);

  Value swap_bytes(Value v);
  Value reverse_bits(Value v);
  // {x, n}: x moved by n places with `way`, what falls out coming back.
  Value rotate(const std::vector<Value> &args, ir::Op way, ir::Op back);
  Value count_bits(Value v);
  Value trailing_zeros(Value v);
  Value leading_zeros(Value v);
  Value redundant_sign_bits(Value v);
  Value find_first_set(Value v, unsigned bits);

  clang::ASTContext &ast_;
  TypeTable &types_;
  // Variables that hold the lengths of variable length arrays.
  std::unordered_map<const clang::Expr *, ir::Symbol> lengths_;

  // Of numbers of the same float type.
  Value float_operation(ir::Op op, Value a, Value b);

private:
  Value float_arithmetic(clang::BinaryOperatorKind op, Value a, Value b);
  Value displacement(Value index, Value size, clang::QualType index_type);
  Value divide(ir::Op op, Value a, Value b, clang::QualType type);
  Value shift(clang::BinaryOperatorKind op, Value a, Value b,
              clang::QualType type);
  Value float_to_int(Value value, clang::QualType to);
  Value int_to_float(Value value, bool is_signed, ir::Scalar target);
};

ir::Bits to_bits(const llvm::APInt &number);

} // namespace mergeproof::frontend::c

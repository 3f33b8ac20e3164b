// Clang's types as IR types with their layout: one IR type per canonical clang
// type and unit, filled in on first use, recursive through pointers.
#pragma once

#include "ir/context.h"

#include <clang/AST/Type.h>

#include <map>
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class FieldDecl;
class RecordDecl;
} // namespace clang

namespace mergeproof::frontend::c {

// Where a bit-field's storage unit lies, as the target lays it out: `unit_bits`
// bits from byte `offset` of the record; the field starts at `shift` from the
// lowest bit. A packed field of 58 or more bits may need a unit of nine bytes.
struct BitFieldUnit {
  std::uint64_t offset = 0;
  unsigned unit_bits = 0;
  unsigned shift = 0;
  unsigned width = 0;
};
BitFieldUnit bit_field_unit(const clang::ASTContext &ast,
                            const clang::FieldDecl &field);

// The type without _Atomic, where a plain value of the same size is meant.
// Assumes NoConcurrency: nobody else looks.
clang::QualType plain_type(clang::QualType type);

class TypeTable {
public:
  TypeTable(ir::Context &ir, const clang::ASTContext &ast)
      : ir_(ir), ast_(ast) {}

  const ir::Type *type(clang::QualType type);

  // What a value of that type is; none for aggregates, void, and types whose
  // values are not lowered (then unsupported() says why).
  std::optional<ir::Scalar> scalar(clang::QualType type) const;
  // "atomic type", "complex number"…; null for types that can be lowered.
  const char *unsupported(clang::QualType type) const;

  bool is_signed(clang::QualType type) const {
    return plain_type(type)->hasSignedIntegerRepresentation();
  }
  // Bytes that a value takes in memory.
  std::uint64_t size(ir::Scalar scalar) const;
  // Whether addresses have 32 bits in memory; ir/layout.h.
  bool has_narrow_addresses() const;
  // Whether float and double are computed with more digits than they have, as
  // the registers of x87 do.
  bool has_excess_precision() const;
  // Bytes; GNU C's 1 for void and functions, 0 for incomplete types.
  std::uint64_t size(clang::QualType type) const;
  std::uint32_t align(clang::QualType type) const;

private:
  void fill(ir::Type &out, clang::QualType type);
  void fill_record(ir::Type &out, const clang::RecordDecl &record);
  const ir::Enumerators *enumerators(const clang::EnumDecl &decl);
  void fill_function(ir::Type &out, const clang::FunctionType &type);

  ir::Context &ir_;
  const clang::ASTContext &ast_;
  std::map<void *, ir::Type *> types_;
};

// See ir::Type.
std::string type_spelling(const clang::ASTContext &ast, clang::QualType type);

// The complete, valid definition; null when there is none.
const clang::RecordDecl *complete_record(clang::QualType type);

} // namespace mergeproof::frontend::c

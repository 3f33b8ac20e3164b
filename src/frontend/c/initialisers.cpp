#include "frontend/c/initialisers.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

using clang::APValue;
using clang::QualType;

constexpr std::uint64_t max_bytes = std::uint64_t(4) << 20;

} // namespace

std::vector<ir::Relocation> InitialiserBytes::take_relocations() && {
  std::sort(relocations_.begin(), relocations_.end(),
            [](const auto &a, const auto &b) { return a.offset < b.offset; });
  return std::move(relocations_);
}

void InitialiserBytes::reserve(std::uint64_t end) {
  if (bytes_.size() < end)
    bytes_.resize(end, 0);
}

void InitialiserBytes::write_bits(const llvm::APInt &bits, std::uint64_t offset,
                                  std::uint64_t size) {
  reserve(offset + size);
  llvm::APInt wide = bits.zextOrTrunc(size * 8);
  for (std::uint64_t i = 0; i < size; i++)
    bytes_[offset + i] = wide.extractBitsAsZExtValue(8, i * 8);
}

bool InitialiserBytes::write(const APValue &value, QualType type,
                             std::uint64_t offset) {
  std::uint64_t size = unit_.types.size(type);
  if (offset + size > max_bytes)
    return false;
  switch (value.getKind()) {
  case APValue::None:
  case APValue::Indeterminate:
    reserve(offset + size);
    return true;
  case APValue::Int:
    write_bits(value.getInt(), offset, size);
    return true;
  case APValue::Float:
    write_bits(value.getFloat().bitcastToAPInt(), offset, size);
    return true;
  case APValue::LValue:
    return size == unit_.types.size(ir::pointer_scalar) &&
           write_address(value, offset);
  case APValue::Array:
    return write_array(value, type, offset);
  case APValue::Struct:
    return write_struct(value, type, offset);
  case APValue::Union:
    reserve(offset + size);
    return !value.getUnionField() ||
           write_field(value.getUnionValue(), *value.getUnionField(), offset);
  case APValue::FixedPoint:
  case APValue::ComplexInt:
  case APValue::ComplexFloat:
  case APValue::Vector:
  case APValue::MemberPointer:
  case APValue::AddrLabelDiff:
    return false;
  }
  return false;
}

bool InitialiserBytes::write_address(const APValue &value,
                                     std::uint64_t offset) {
  std::int64_t addend = value.getLValueOffset().getQuantity();
  APValue::LValueBase base = value.getLValueBase();
  std::uint64_t size = unit_.types.size(ir::pointer_scalar);
  reserve(offset + size);
  if (!base) {
    write_bits(llvm::APInt(64, static_cast<std::uint64_t>(addend)), offset,
               size);
    return true;
  }
  ir::Symbol symbol;
  if (const auto *decl = base.dyn_cast<const clang::ValueDecl *>()) {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl))
      symbol = unit_.global(*variable);
    else if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      symbol = unit_.function(*function);
  } else if (const auto *expr = base.dyn_cast<const clang::Expr *>()) {
    expr = expr->IgnoreParens();
    if (const auto *predefined = llvm::dyn_cast<clang::PredefinedExpr>(expr))
      expr = predefined->getFunctionName();
    if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(expr))
      symbol = unit_.string(*text);
    else if (const auto *lit = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr))
      symbol = unit_.literal(*lit);
  }
  if (symbol.empty())
    return false;
  relocations_.push_back({offset, symbol, addend});
  return true;
}

bool InitialiserBytes::write_array(const APValue &value, QualType type,
                                   std::uint64_t offset) {
  const clang::ArrayType *array = unit_.ast.getAsArrayType(type);
  if (!array)
    return false;
  QualType element = array->getElementType();
  std::uint64_t size = unit_.types.size(element);
  unsigned given = value.getArrayInitializedElts();
  std::uint64_t count = value.getArraySize();
  if (offset + count * size > max_bytes)
    return false;
  reserve(offset + count * size);
  for (std::uint64_t i = 0; i < count; i++) {
    if (i >= given && !value.hasArrayFiller())
      break;
    const APValue &item =
        i < given ? value.getArrayInitializedElt(i) : value.getArrayFiller();
    if (!write(item, element, offset + i * size))
      return false;
  }
  return true;
}

bool InitialiserBytes::write_struct(const APValue &value, QualType type,
                                    std::uint64_t offset) {
  const clang::RecordDecl *record = complete_record(type);
  if (!record)
    return false;
  reserve(offset + unit_.types.size(type));
  for (const clang::FieldDecl *field : record->fields())
    if (!field->isUnnamedBitField() &&
        !write_field(value.getStructField(field->getFieldIndex()), *field,
                     offset))
      return false;
  return true;
}

bool InitialiserBytes::write_field(const APValue &value,
                                   const clang::FieldDecl &field,
                                   std::uint64_t record) {
  const clang::ASTRecordLayout &layout =
      unit_.ast.getASTRecordLayout(field.getParent());
  std::uint64_t bit = layout.getFieldOffset(field.getFieldIndex());
  if (!field.isBitField())
    return write(value, field.getType(), record + bit / 8);
  if (!value.isInt())
    return !value.hasValue();
  unsigned width = field.getBitWidthValue(unit_.ast);
  reserve(record + (bit + width + 7) / 8);
  for (unsigned i = 0; i < width; i++)
    if (value.getInt()[i])
      bytes_[record + (bit + i) / 8] |= 1u << ((bit + i) % 8);
  return true;
}

} // namespace mergeproof::frontend::c

#include "frontend/c/types.h"

#include "frontend/c/clang_headers.h"
#include "ir/layout.h"

namespace mergeproof::frontend::c {
namespace {

using clang::BuiltinType;
using clang::QualType;

constexpr std::uint16_t extended_bits = 80; // of the registers of x87

std::optional<ir::Scalar> float_scalar(const clang::ASTContext &ast,
                                       const BuiltinType &type) {
  switch (type.getKind()) {
  case BuiltinType::Float:
    return ir::Scalar{ir::ScalarKind::Float, 32};
  case BuiltinType::Double:
    return ir::Scalar{ir::ScalarKind::Float, 64};
  case BuiltinType::LongDouble: // -mlong-double-64 and -128 ask for others
    if (&ast.getTargetInfo().getLongDoubleFormat() !=
        &llvm::APFloat::x87DoubleExtended())
      return std::nullopt;
    return ir::Scalar{ir::ScalarKind::Float, extended_bits};
  default:
    return std::nullopt;
  }
}

// Bits of the smallest power-of-two unit that holds the field and lies inside
// the record: packed records only.
BitFieldUnit packed_unit(std::uint64_t bit, unsigned width,
                         std::uint64_t record_size) {
  for (unsigned bits = 8; bits <= 64; bits *= 2) {
    std::uint64_t first = bit / 8;
    if (first + bits / 8 > record_size)
      first = record_size < bits / 8 ? record_size : record_size - bits / 8;
    std::uint64_t end = (first * 8) + bits;
    if (first * 8 <= bit && bit + width <= end && end <= record_size * 8)
      return {first, bits, unsigned(bit - first * 8), width};
  }
  unsigned shift = unsigned(bit % 8); // of up to 64 bits in nine bytes
  return {bit / 8, (shift + width + 7) / 8 * 8, shift, width};
}

bool is_visible_everywhere(const clang::TagDecl &tag) {
  return tag.getDeclContext()->getRedeclContext()->isTranslationUnit() ||
         llvm::isa<clang::RecordDecl>(tag.getDeclContext());
}

// Whether the type can be written outside the function that declares it.
// `parts`: how many it may be made of. What typedefs say in a few words can be
// of any length without them (functions that take functions that take …).
bool has_name(QualType type, unsigned &parts) {
  if (parts == 0)
    return false;
  parts--;
  type = type.getCanonicalType();
  if (const auto *pointer = type->getAs<clang::PointerType>())
    return has_name(pointer->getPointeeType(), parts);
  if (const auto *array = type->getAsArrayTypeUnsafe())
    return has_name(array->getElementType(), parts);
  if (const auto *proto = type->getAs<clang::FunctionProtoType>())
    for (QualType param : proto->param_types())
      if (!has_name(param, parts))
        return false;
  if (const auto *function = type->getAs<clang::FunctionType>())
    return has_name(function->getReturnType(), parts);
  if (const clang::TagDecl *tag = type->getAsTagDecl())
    return tag->hasNameForLinkage() && is_visible_everywhere(*tag);
  return true;
}

} // namespace

QualType plain_type(QualType type) {
  QualType canonical = type.getCanonicalType();
  const auto *atomic = llvm::dyn_cast<clang::AtomicType>(canonical);
  if (!atomic || !atomic->getValueType()->isScalarType())
    return type;
  return atomic->getValueType().withFastQualifiers(
      canonical.getLocalFastQualifiers());
}

const clang::RecordDecl *complete_record(QualType type) {
  const clang::RecordDecl *record = type->getAsRecordDecl();
  const clang::RecordDecl *definition =
      record ? record->getDefinition() : nullptr;
  return definition && !definition->isInvalidDecl() ? definition : nullptr;
}

BitFieldUnit bit_field_unit(const clang::ASTContext &ast,
                            const clang::FieldDecl &field) {
  const clang::ASTRecordLayout &layout =
      ast.getASTRecordLayout(field.getParent());
  std::uint64_t bit = layout.getFieldOffset(field.getFieldIndex());
  unsigned width = field.getBitWidthValue(ast);
  unsigned declared = ast.getTypeSize(field.getType());
  std::uint64_t record_size = layout.getSize().getQuantity();
  std::uint64_t unit = bit / declared * declared;
  if (bit + width <= unit + declared && unit + declared <= record_size * 8)
    return {unit / 8, declared, unsigned(bit - unit), width};
  return packed_unit(bit, width, record_size);
}

const char *TypeTable::unsupported(QualType type) const {
  type = plain_type(type).getCanonicalType().getUnqualifiedType();
  if (type->isAtomicType())
    return "atomic type";
  if (type->isAnyComplexType())
    return "complex number";
  if (type->isVectorType())
    return "vector type";
  if (type->isBitIntType())
    return "_BitInt";
  if (type->isBlockPointerType())
    return "block";
  if (type->isVariableArrayType())
    return "variable length array";
  if (type->isRealFloatingType() && !scalar(type))
    return "unusual float type";
  return nullptr;
}

std::optional<ir::Scalar> TypeTable::scalar(QualType type) const {
  type = plain_type(type).getCanonicalType().getUnqualifiedType();
  if (type->isPointerType() || type->isNullPtrType())
    return ir::pointer_scalar;
  if (const auto *tag = type->getAs<clang::EnumType>()) {
    bool is_known = tag->getDecl()->isComplete();
    return ir::make_int(is_known ? ast_.getTypeSize(type) : 32);
  }
  const auto *builtin = type->getAs<BuiltinType>();
  if (!builtin)
    return std::nullopt;
  if (builtin->isInteger())
    return ir::make_int(ast_.getTypeSize(type));
  return float_scalar(ast_, *builtin);
}

bool TypeTable::has_narrow_addresses() const {
  return ast_.getTargetInfo().getPointerWidth(clang::LangAS::Default) ==
         ir::narrow_address_bits;
}

bool TypeTable::has_excess_precision() const {
  return has_narrow_addresses() && !ast_.getTargetInfo().hasFeature("sse2");
}

std::uint64_t TypeTable::size(ir::Scalar scalar) const {
  if (scalar.is_pointer())
    return size(ast_.VoidPtrTy);
  bool is_long_double = scalar.is_float() && scalar.bits == extended_bits;
  return is_long_double ? size(ast_.LongDoubleTy) : scalar.bytes();
}

std::uint64_t TypeTable::size(QualType type) const {
  type = type.getCanonicalType();
  if (type->isVoidType() || type->isFunctionType())
    return 1;
  if (type->isIncompleteType() || type->isVariableArrayType() ||
      type->isDependentType() ||
      (type->isRecordType() && !complete_record(type)))
    return 0;
  return ast_.getTypeSizeInChars(type).getQuantity();
}

std::uint32_t TypeTable::align(QualType type) const {
  type = type.getCanonicalType();
  QualType element = ast_.getBaseElementType(type);
  if (element->isIncompleteType() || element->isFunctionType() ||
      type->isDependentType() || // clang gives it to what has an error
      (element->isRecordType() && !complete_record(element)))
    return 1;
  return ast_.getTypeAlignInChars(type).getQuantity();
}

std::string type_spelling(const clang::ASTContext &ast, QualType type) {
  unsigned most_parts = 1000;
  if (!has_name(type, most_parts))
    return "";
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressTagKeyword = false;
  policy.Bool = false;
  return type.getUnqualifiedType().getAsString(policy);
}

const ir::Type *TypeTable::type(QualType type) {
  type = plain_type(type).getCanonicalType();
  // Restrict and volatile say nothing about layout.
  bool is_const = type.isConstQualified();
  QualType key = type.getUnqualifiedType();
  if (is_const)
    key.addConst();
  auto [place, is_new] = types_.try_emplace(key.getAsOpaquePtr());
  if (!is_new)
    return place->second;
  ir::Type *out = place->second = ir_.make_type();
  out->is_const = is_const;
  fill(*out, key.getUnqualifiedType());
  return out;
}

void TypeTable::fill(ir::Type &out, QualType type) {
  out.spelling = type_spelling(ast_, type);
  out.align = align(type);
  if (type->isVoidType()) {
    out.kind = ir::TypeKind::Void;
  } else if (const auto *function = type->getAs<clang::FunctionType>()) {
    fill_function(out, *function);
  } else if (type->isPointerType() || type->isNullPtrType() ||
             type->isBlockPointerType()) {
    out.kind = ir::TypeKind::Pointer;
    out.size = size(ir::pointer_scalar);
    QualType pointee = type->getPointeeType();
    out.element = this->type(pointee.isNull() ? ast_.VoidTy : pointee);
  } else if (const auto *array = type->getAsArrayTypeUnsafe()) {
    out.kind = ir::TypeKind::Array;
    out.size = size(type);
    out.element = this->type(array->getElementType());
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array))
      out.count = fixed->getSize().getZExtValue();
  } else if (type->isRecordType()) {
    if (const clang::RecordDecl *record = complete_record(type))
      fill_record(out, *record);
    else
      out.kind = ir::TypeKind::Incomplete;
  } else if (auto scalar = this->scalar(type)) {
    out.kind = type->isBooleanType() ? ir::TypeKind::Bool
               : scalar->is_float()  ? ir::TypeKind::Float
                                     : ir::TypeKind::Int;
    out.is_signed = out.kind == ir::TypeKind::Int && is_signed(type);
    out.size = size(*scalar);
    if (const auto *tag = type->getAs<clang::EnumType>())
      out.enumerators = enumerators(*tag->getDecl());
  } else {
    // Atomic, complex, vector…: bytes without a known meaning.
    out.kind = ir::TypeKind::Struct;
    out.size = size(type);
  }
}

const ir::Enumerators *TypeTable::enumerators(const clang::EnumDecl &decl) {
  ir::Enumerators all;
  for (const clang::EnumConstantDecl *one : decl.enumerators())
    all.emplace(one->getName(), one->getInitVal().getExtValue());
  return all.empty() ? nullptr : ir_.enumerators(std::move(all));
}

void TypeTable::fill_record(ir::Type &out, const clang::RecordDecl &record) {
  const clang::ASTRecordLayout &layout = ast_.getASTRecordLayout(&record);
  out.kind = record.isUnion() ? ir::TypeKind::Union : ir::TypeKind::Struct;
  out.size = layout.getSize().getQuantity();
  for (const clang::FieldDecl *decl : record.fields()) {
    if (decl->isUnnamedBitField())
      continue;
    ir::Field field;
    field.name = decl->getName().str();
    field.type = type(decl->getType());
    if (decl->isBitField()) {
      BitFieldUnit unit = bit_field_unit(ast_, *decl);
      field.offset = unit.offset;
      field.bit_offset = unit.shift;
      field.bit_width = unit.width;
    } else {
      field.offset = layout.getFieldOffset(decl->getFieldIndex()) / 8;
    }
    out.fields.push_back(std::move(field));
  }
}

void TypeTable::fill_function(ir::Type &out, const clang::FunctionType &type) {
  out.kind = ir::TypeKind::Function;
  out.element = this->type(type.getReturnType());
  const auto *proto = llvm::dyn_cast<clang::FunctionProtoType>(&type);
  if (!proto)
    return;
  out.is_variadic = proto->isVariadic();
  for (QualType param : proto->param_types())
    out.params.push_back(this->type(param));
}

} // namespace mergeproof::frontend::c

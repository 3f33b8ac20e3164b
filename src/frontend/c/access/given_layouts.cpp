#include "frontend/c/access/given_layouts.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/types.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

using clang::QualType;
using clang::RecordDecl;

bool has_layout_of_its_own(const RecordDecl &record) {
  return record.hasAttr<clang::PackedAttr>() ||
         record.hasAttr<clang::AlignedAttr>() ||
         record.hasAttr<clang::MaxFieldAlignmentAttr>() ||
         record.hasAttr<clang::MSStructAttr>();
}

bool has_place_of_its_own(const clang::FieldDecl &field) {
  return field.isBitField() || field.hasAttr<clang::PackedAttr>() ||
         field.hasAttr<clang::AlignedAttr>();
}

// Of elements of arrays, and behind _Atomic.
QualType bare(const clang::ASTContext &ast, QualType type) {
  type = ast.getBaseElementType(type);
  const auto *atomic = type->getAs<clang::AtomicType>();
  return atomic ? bare(ast, atomic->getValueType()) : type;
}

const RecordDecl *record_of(const clang::ASTContext &ast, QualType type) {
  return type.isNull() ? nullptr : complete_record(bare(ast, type));
}

// Declared only, in this file.
const RecordDecl *hidden_record(const clang::ASTContext &ast, QualType type) {
  const RecordDecl *record =
      type.isNull() ? nullptr : bare(ast, type)->getAsRecordDecl();
  return record && !record->getDefinition() ? record : nullptr;
}

// See ir::RecordLayout.
std::string name_of(const clang::FieldDecl &field) {
  if (!field.getName().empty())
    return field.getName().str();
  std::string first;
  if (const RecordDecl *inner = complete_record(field.getType()))
    for (const clang::FieldDecl *member : inner->fields())
      if (first.empty() && !member->isUnnamedBitField())
        first = name_of(*member);
  return ir::member_without_name(first);
}

} // namespace

const ir::RecordLayout *GivenLayouts::find(const RecordDecl &record) const {
  auto known = layouts_.find(type_spelling(ast_, ast_.getRecordType(&record)));
  return known == layouts_.end() ? nullptr : &known->second;
}

bool GivenLayouts::concerns(QualType type) const {
  if (const RecordDecl *hidden = hidden_record(ast_, type))
    return find(*hidden);
  const RecordDecl *record = record_of(ast_, type);
  if (!record)
    return false;
  auto [known, is_new] = concerned_.try_emplace(record, false);
  if (!is_new)
    return known->second;
  bool is_one = find(*record) != nullptr;
  for (const clang::FieldDecl *field : record->fields())
    is_one = is_one || concerns(field->getType());
  return concerned_[record] = is_one;
}

bool GivenLayouts::is_led_to(QualType type) const {
  if (type.isNull())
    return false;
  type = bare(ast_, type.getCanonicalType());
  if (const auto *function = type->getAs<clang::FunctionType>()) {
    const auto *all = type->getAs<clang::FunctionProtoType>();
    return is_led_to(function->getReturnType()) ||
           (all &&
            std::any_of(all->param_type_begin(), all->param_type_end(),
                        [this](QualType param) { return is_led_to(param); }));
  }
  QualType pointee = type->getPointeeType();
  return pointee.isNull() ? concerns(type) : is_led_to(pointee);
}

bool GivenLayouts::is_mentioned(QualType type) const {
  std::set<const clang::Type *> seen;
  return is_mentioned(type, seen);
}

bool GivenLayouts::is_mentioned(QualType type,
                                std::set<const clang::Type *> &seen) const {
  if (type.isNull() ||
      !seen.insert(type.getCanonicalType().getTypePtr()).second)
    return false;
  if (is_led_to(type))
    return true;
  type = type.getCanonicalType();
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return is_mentioned(array->getElementType(), seen);
  if (QualType pointee = type->getPointeeType(); !pointee.isNull())
    return is_mentioned(pointee, seen);
  const RecordDecl *record = complete_record(type);
  return record && std::any_of(record->field_begin(), record->field_end(),
                               [&](const clang::FieldDecl *field) {
                                 return is_mentioned(field->getType(), seen);
                               });
}

bool GivenLayouts::place(
    const RecordDecl &record, const ir::RecordLayout &layout,
    llvm::DenseMap<const clang::FieldDecl *, std::uint64_t> &offsets) {
  if (has_layout_of_its_own(record) || record.isUnion() != layout.is_union)
    return false;
  for (const clang::FieldDecl *field : record.fields()) {
    auto known = layout.offsets.find(name_of(*field));
    if (known == layout.offsets.end() || has_place_of_its_own(*field) ||
        (layout.is_union && concerns(field->getType())))
      return false;
    std::uint64_t size =
        ast_.getTypeSizeInChars(field->getType()).getQuantity();
    std::uint64_t align =
        ast_.getTypeAlignInChars(field->getType()).getQuantity();
    if (known->second + size > layout.size || known->second % align != 0 ||
        align > layout.align)
      return false;
    for (const auto &[other, bits] : offsets) {
      std::uint64_t begin = bits / 8;
      std::uint64_t end =
          begin + ast_.getTypeSizeInChars(other->getType()).getQuantity();
      if (!layout.is_union && known->second < end &&
          begin < known->second + size)
        return false;
    }
    offsets[field] = known->second * 8;
  }
  return true;
}

bool GivenLayouts::layoutRecordType(
    const RecordDecl *record, std::uint64_t &size, std::uint64_t &alignment,
    llvm::DenseMap<const clang::FieldDecl *, std::uint64_t> &offsets,
    llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> & /*bases*/,
    llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> &
    /*virtuals*/) {
  const ir::RecordLayout *layout = find(*record);
  if (!layout) {
    for (const clang::FieldDecl *field : record->fields())
      has_failed_ |= record->isUnion() && concerns(field->getType());
    return false;
  }
  if (!place(*record, *layout, offsets)) {
    has_failed_ = true;
    offsets.clear();
    return false;
  }
  size = layout->size * 8;
  alignment = std::uint64_t(layout->align) * 8;
  return true;
}

} // namespace mergeproof::frontend::c

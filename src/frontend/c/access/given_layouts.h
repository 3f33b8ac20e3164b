// Tells clang how to lay out the structs and unions whose layout is given
// (ir/layout.h); all others are laid out by the target.
//
// A record that is packed, aligned by an attribute, has bit-fields, members
// that the layout does not know or of another size, or lies in a union, cannot
// be laid out so: then has_failed(), and what was read means nothing.
#pragma once

#include "ir/layout.h"

#include <clang/AST/ExternalASTSource.h>
#include <clang/AST/Type.h>

#include <map>
#include <set>

namespace mergeproof::frontend::c {

class GivenLayouts : public clang::ExternalASTSource {
public:
  GivenLayouts(const clang::ASTContext &ast, const ir::RecordLayouts &layouts)
      : ast_(ast), layouts_(layouts) {}

  bool has_failed() const { return has_failed_; }
  // Whether an object of that type has one of the records in it.
  bool concerns(clang::QualType type) const;
  // Whether pointers, arrays and functions of that type lead to one, but not
  // members of other structs.
  bool is_led_to(clang::QualType type) const;
  // Members of other structs, too.
  bool is_mentioned(clang::QualType type) const;

  bool layoutRecordType(
      const clang::RecordDecl *record, std::uint64_t &size,
      std::uint64_t &alignment,
      llvm::DenseMap<const clang::FieldDecl *, std::uint64_t> &offsets,
      llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> &bases,
      llvm::DenseMap<const clang::CXXRecordDecl *, clang::CharUnits> &virtuals)
      override;

private:
  const ir::RecordLayout *find(const clang::RecordDecl &record) const;
  bool place(const clang::RecordDecl &record, const ir::RecordLayout &layout,
             llvm::DenseMap<const clang::FieldDecl *, std::uint64_t> &offsets);
  bool is_mentioned(clang::QualType type,
                    std::set<const clang::Type *> &seen) const;

  const clang::ASTContext &ast_;
  const ir::RecordLayouts &layouts_;
  mutable std::map<const clang::RecordDecl *, bool> concerned_;
  bool has_failed_ = false;
};

} // namespace mergeproof::frontend::c

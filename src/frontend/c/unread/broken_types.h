// What code depends on of structs and enumerations in whose declaration clang
// finds an error: members, sizes and numbers may be others than the tree has.
#pragma once

#include "frontend/c/unread/broken_text.h"

namespace clang {
class RecordDecl;
class Stmt;
} // namespace clang

namespace mergeproof::frontend::c {

class BrokenTypes {
public:
  explicit BrokenTypes(const BrokenText &text) : text_(text) {}

  struct Use {
    std::string enumerator;    // one whose number is not known, or ""
    std::uint64_t structs = 0; // a hash of their texts; 0: none has an error
  };
  Use in(const clang::Stmt *body);

private:
  std::uint64_t hash_of(const clang::RecordDecl &decl);

  const BrokenText &text_;
  std::map<const clang::RecordDecl *, std::uint64_t> known_; // 0: all is well
};

} // namespace mergeproof::frontend::c

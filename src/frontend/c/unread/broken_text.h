// Text between functions that clang does not understand, as where the header of
// a macro is missing. It goes on behind the next ";", and what it passed over
// is in no tree:
//
//   static int limit __read_mostly = 8;   a limit, and no 8
//   DECLARE_COMMAND(save, 3);             nothing
#pragma once

#include "frontend/c/diagnostics.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clang {
class IdentifierInfo;
class LangOptions;
class SourceManager;
class VarDecl;
} // namespace clang

namespace mergeproof::frontend::c {

class BrokenText {
public:
  BrokenText(const DiagnosticCollector &diagnostics,
             const clang::SourceManager &sources,
             const clang::LangOptions &language)
      : diagnostics_(diagnostics), sources_(sources), language_(language) {}

  // Whether an error stands in the declaration, up to its ";": what the tree
  // has of the variable may be a part.
  bool has_error(const clang::VarDecl &decl) const;
  // All words of the declaration.
  std::vector<std::string> words_of(const clang::VarDecl &decl) const;

  // By tree file: of declarations with an error outside these functions.
  // Layout and comments do not count.
  std::map<std::string, std::uint64_t>
  hash_outside(const std::vector<FunctionRange> &functions) const;

private:
  FunctionRange range_of(const clang::VarDecl &decl) const;

  const DiagnosticCollector &diagnostics_;
  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
};

} // namespace mergeproof::frontend::c

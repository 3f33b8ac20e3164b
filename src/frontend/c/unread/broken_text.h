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
#include <set>
#include <string>
#include <vector>

namespace clang {
class Decl;
class LangOptions;
class SourceManager;
} // namespace clang

namespace mergeproof::frontend::c {

// Of declarations with an error outside of functions.
struct RejectedText {
  // By tree file. Layout and comments do not count.
  std::map<std::string, std::uint64_t> hashes;
  std::set<std::string> words; // it may name, or define, what is called so
};

class BrokenText {
public:
  BrokenText(const DiagnosticCollector &diagnostics,
             const clang::SourceManager &sources,
             const clang::LangOptions &language)
      : diagnostics_(diagnostics), sources_(sources), language_(language) {}

  // Whether an error stands in the declaration of a variable, a struct or an
  // enumeration, up to its ";": what the tree has of it may be a part.
  bool has_error(const clang::Decl &decl) const;
  std::set<std::string> words_of(const clang::Decl &decl) const;
  std::uint64_t hash_of(const clang::Decl &decl) const; // not 0

  RejectedText outside(const std::vector<FunctionRange> &functions) const;

private:
  FunctionRange range_of(const clang::Decl &decl) const;

  const DiagnosticCollector &diagnostics_;
  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
};

} // namespace mergeproof::frontend::c

// Bodies of other versions, read together with a first one: where texts differ
// in bodies only, clang is given the other bodies behind the one that it reads,
// as functions of names that nobody else has, and all else is taken from one
// tree.
//
//     first    int f(int a) { return a; }    clang reads    int f(int a) {…}
//              int g(void) { return f(1); }                 int f'(int a) {…}
//     other    int f(int a) { return -a; }                  int g(void) {…}
//              int g(void) { return f(1); }
//
// What surrounds a body is what does in its own version, so it means the same
// there. That reading it leaves the first version as it is, is looked at
// afterwards: nothing but bodies may have been read, and nothing declared or
// said that outlasts them. What definitions there are is guessed from the text
// and held against what clang read.
#pragma once

#include "frontend/c/diagnostics.h"
#include "frontend/c/locations.h"
#include "frontend/c/versions/definitions.h"

#include <clang/Basic/SourceLocation.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class IdentifierInfo;
class Token;
} // namespace clang

namespace mergeproof::frontend::c {

// One body of another version.
struct Variant {
  Definition here, there; // in the first text, in its own
  std::string name;
  clang::FileID file; // where clang read it; invalid: it did not
  const clang::FunctionDecl *original = nullptr, *decl = nullptr;
};

// Another version: the first one's text with other bodies.
struct VariantText {
  std::size_t version = 0; // among the others
  std::string text;
  std::vector<TextGap> gaps;
  LineMoves moves;
  std::vector<Variant> variants; // in the order of the text
  bool is_usable = true;

  // Null: the body is that of the first version.
  const Variant *find(const clang::FunctionDecl &original) const;
};

class Variants {
public:
  // Of the texts those that differ from the first one in bodies only.
  Variants(const std::string &first, const std::vector<std::string> &others,
           const clang::LangOptions &language);

  bool is_empty() const { return texts_.empty(); }
  // All others, that is.
  bool is_complete() const { return is_complete_; }

  // Called for every token that clang's parser gets; enters a body behind the
  // one whose last brace it is.
  void hear(const clang::Token &token, clang::Preprocessor &preprocessor);
  // Before clang's work; must outlive it.
  void listen(clang::Preprocessor &preprocessor);

  // After it: whether the first version is what it would have been. Finds the
  // functions; those that mean another thing than in their own version make it
  // unusable.
  bool settle(const clang::ASTContext &ast, DiagnosticCollector &said);

  bool has(clang::FileID file) const { return files_.contains(file); }
  const std::set<clang::FileID> &files() const { return files_; }
  const std::vector<VariantText> &texts() const { return texts_; }

private:
  class Listener;
  void add(std::size_t version, const std::string &text,
           const std::vector<Definition> &known,
           const clang::LangOptions &language);
  void enter(VariantText &text, Variant &variant, const clang::Token &brace,
             clang::Preprocessor &preprocessor);
  Variant *find(clang::FileID file);
  bool note(const clang::ASTContext &ast, const clang::Decl &decl);
  void note_first(const clang::ASTContext &ast,
                  const clang::FunctionDecl &decl);
  bool says_anything(DiagnosticCollector &said);

  const std::string &first_;
  std::vector<VariantText> texts_;
  bool is_complete_ = true;
  std::multimap<unsigned, std::pair<std::size_t, std::size_t>>
      at_; // the text and variant, by the last brace in the first text
  std::map<unsigned, clang::IdentifierInfo *> names_; // by raw location
  std::set<clang::FileID> files_;
  std::set<clang::FileID> numbered_; // with a line number
  bool is_disturbed_ = false;
};

} // namespace mergeproof::frontend::c

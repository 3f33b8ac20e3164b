// Draws the outline of a unit's main file while it is read: its bodies, and
// which of them mean the same wherever their text and what they name is; the
// items between them, and what macros become.
#pragma once

#include "frontend/c/parse.h"
#include "frontend/c/versions/outline.h"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clang {
class Decl;
class FunctionDecl;
class IdentifierInfo;
class Preprocessor;
class SourceLocation;
class SourceManager;
class Token;
} // namespace clang

namespace mergeproof::frontend::c {

class Unit;
class Variants;

// Whether what a body declares is declared for the whole file, with its
// attributes.
bool declares_for_others(const clang::FunctionDecl &decl);

class BodyRecorder {
public:
  // Must outlive the preprocessor's work; `variants` are told of its tokens, or
  // null.
  void listen(clang::Preprocessor &preprocessor, Variants *variants);

  // After the unit was lowered; without what the text says by itself
  // (read_outline). Without bodies when something in one of them may change
  // what others mean.
  Outline outline(Unit &unit, const ParsedUnit &parsed) const;
  // Where numbers of lines were used in the main file.
  const std::set<unsigned> &line_numbers() const { return line_numbers_; }

private:
  class Listener;
  std::optional<unsigned> offset(clang::SourceLocation loc) const;
  void hear(const clang::Token &token);
  void note(clang::SourceLocation loc, const clang::IdentifierInfo &name);

  std::vector<Body> bodies(Unit &unit, const ParsedUnit &parsed) const;
  std::optional<Body> body_of(Unit &unit,
                              const clang::FunctionDecl &decl) const;
  bool is_entangled(const clang::FunctionDecl &decl) const;
  bool is_shareable(const Body &body, const ParsedUnit &parsed) const;
  bool names_any(const Body &body, const std::vector<std::string> &names,
                 const ParsedUnit &parsed) const;
  std::vector<Item> items(Unit &unit, const std::vector<Body> &bodies) const;
  std::optional<Item> item_of(Unit &unit, const clang::Decl &decl,
                              const std::vector<Body> &bodies) const;
  void add_declared(Unit &unit, const clang::Decl &decl, Item &item) const;

  struct Heard { // in the main file
    unsigned at = 0;
    const clang::IdentifierInfo *name = nullptr;
  };
  const clang::SourceManager *sources_ = nullptr;
  std::vector<Heard> heard_;
  std::vector<Extent> skipped_;
  std::set<unsigned> line_numbers_, pragmas_; // offsets in the main file
  bool has_counter_ = false;   // a macro whose value depends on the time it is
                               // asked for
  bool is_renumbered_ = false; // "#line"
};

} // namespace mergeproof::frontend::c

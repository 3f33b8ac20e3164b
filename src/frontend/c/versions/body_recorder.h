// Finds the bodies of a unit's main file while it is read, and which of them
// mean the same wherever their text is the same and what surrounds them is.
#pragma once

#include "frontend/c/parse.h"
#include "frontend/c/versions/bodies.h"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace clang {
class FunctionDecl;
class PPCallbacks;
class SourceManager;
} // namespace clang

namespace mergeproof::frontend::c {

class Unit;

class BodyRecorder {
public:
  // What the preprocessor has to be given; it must not outlive this.
  std::unique_ptr<clang::PPCallbacks>
  listen(const clang::SourceManager &sources);

  // After the unit was lowered; in the order of the text. None when something
  // in one body may change what others mean.
  std::vector<Body> bodies(Unit &unit, const ParsedUnit &parsed) const;

private:
  class Listener;
  std::optional<Body> body_of(Unit &unit,
                              const clang::FunctionDecl &decl) const;
  bool is_entangled(const clang::FunctionDecl &decl) const;
  bool is_shareable(const Body &body, const ParsedUnit &parsed) const;
  bool names_any(const Body &body, const std::vector<std::string> &names,
                 const ParsedUnit &parsed) const;

  const clang::SourceManager *sources_ = nullptr;
  std::set<unsigned> line_numbers_, pragmas_; // offsets in the main file
  bool has_counter_ = false;   // a macro whose value depends on the time it is
                               // asked for
  bool is_renumbered_ = false; // "#line"
};

} // namespace mergeproof::frontend::c

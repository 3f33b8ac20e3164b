// Finds the bodies of a unit's main file while it is read, and which of them
// mean the same wherever their text is the same and what surrounds them is.
#pragma once

#include "frontend/c/parse.h"
#include "frontend/c/versions/bodies.h"

#include <memory>
#include <set>
#include <vector>

namespace clang {
class ASTContext;
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
  // in the unit makes bodies depend on each other.
  std::vector<Body> bodies(Unit &unit, const ParsedUnit &parsed) const;

private:
  class Listener;
  struct Seen { // of a body
    bool has_line_number = false, has_pragma = false;
  };
  Seen seen_in(unsigned begin, unsigned end) const;

  const clang::SourceManager *sources_ = nullptr;
  std::set<unsigned> line_numbers_, pragmas_; // offsets in the main file
  bool has_counter_ = false; // a macro whose value depends on the time it is
                             // asked for
};

} // namespace mergeproof::frontend::c

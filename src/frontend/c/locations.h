// Clang's source locations as paths, lines and Spans. A location inside a macro
// stands where the macro is used. Tree files are relative to the tree's root,
// system headers absolute; the unit's main file has its key path in ids and
// Spans.
#pragma once

#include "frontend/c/parse.h"
#include "ir/context.h"

#include <clang/Basic/SourceLocation.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace clang {
class PPCallbacks;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace mergeproof::frontend::c {

// By offset in a text, how many lines further down what stands behind it is.
using LineMoves = std::map<unsigned, std::int64_t>;
std::int64_t lines_moved(const LineMoves &moves, unsigned at);

class Locations {
public:
  Locations(ir::Context &ir, const clang::SourceManager &sources,
            std::string key_path);

  // Files that stand for parts of the main one; where that one is another.
  void set_parts(std::set<clang::FileID> parts) { parts_ = std::move(parts); }
  void set_moves(LineMoves moves) { moves_ = std::move(moves); }

  const std::string &main_key() const { return main_key_; }
  source::Span span(clang::SourceLocation loc);
  // The path used in ids.
  const std::string &key_path(clang::FileID file);
  const std::string &key_path(clang::SourceLocation loc);
  bool is_in_main_file(clang::SourceLocation loc) const;
  bool is_in_part(clang::SourceLocation loc) const;
  bool is_in_tree(clang::SourceLocation loc) const;

private:
  unsigned line(clang::FileID file, unsigned offset) const;
  std::optional<source::FileId> id_of(clang::FileID file); // none: no path

  ir::Context &ir_;
  const clang::SourceManager &sources_;
  std::string main_key_;
  std::set<clang::FileID> parts_;
  LineMoves moves_; // of the main file
  std::map<clang::FileID, std::string> paths_;
  std::map<clang::FileID, std::optional<source::FileId>> ids_;
  clang::FileID last_file_; // that was asked for
  std::optional<source::FileId> last_id_;
};

// Relative to the tree's root, or absolute for files outside; "" for none.
std::string path_of(const clang::SourceManager &sources, clang::FileID file);

// Gives the lines of the files that clang enters other numbers (__LINE__);
// where a diagnostic or a definition stands does not change by it. For the
// preprocessor, which must not outlive the arguments. Sets `is_used` when such
// a number is asked for.
std::unique_ptr<clang::PPCallbacks> number_lines(clang::SourceManager &sources,
                                                 const LineNumbersOf &numbers,
                                                 bool &is_used);

} // namespace mergeproof::frontend::c

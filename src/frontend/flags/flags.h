// Which flags clang gets for a file. From compile_commands.json, from the user
// (after --), or guessed from the tree; guesses are listed for the report.
#pragma once

#include "source/tree.h"
#include "support/result.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::frontend::flags {

struct Flags {
  std::vector<std::string> args; // include paths relative to the tree's root
  bool is_guessed = false;
  std::vector<std::string> guesses; // "-Isrc/include: holds foo.h"
};

// A compile_commands.json: flags by path relative to `root` (the root that
// its absolute paths stand for). A file it does not list gets the flags of its
// nearest neighbour: same directory, then the nearest parent.
class CompilationDatabase {
public:
  static support::Result<CompilationDatabase> read(const std::string &json_text,
                                                   const std::string &root);
  Flags flags_for(const std::string &path) const;
  bool empty() const { return entries_.empty(); }
  // Those of all entries, sorted: "-DVAL=K", "VAL=K" behind "-D" and others.
  std::set<std::string> all_words() const;
  // Files that it lists again with other flags: the first entry counts.
  const std::set<std::string> &listed_twice() const { return twice_; }
  // "@x.rsp" in commands, where that file cannot be read.
  const std::set<std::string> &unread() const { return unread_; }

private:
  std::map<std::string, std::vector<std::string>> entries_;
  std::set<std::string> twice_;
  std::set<std::string> unread_;
};

// What the tree tells: directories whose headers are included by name.
Flags guess_flags(const source::Tree &tree, const std::string &path);

} // namespace mergeproof::frontend::flags

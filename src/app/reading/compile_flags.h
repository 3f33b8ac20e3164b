// The flags clang gets for a file: the user's, a compilation database's, or
// guesses.
#pragma once

#include "app/check_options.h"
#include "frontend/flags/flags.h"
#include "support/result.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::app {

class CompileFlags {
public:
  // `root`: of the work tree, may be empty. Error: the database that -p names
  // cannot be read.
  static support::Result<CompileFlags> choose(const CheckOptions &options,
                                              const std::string &root);

  std::vector<std::string> flags_for(const source::Tree &tree,
                                     const std::string &path);

  // "#define VAL K" for each "-DVAL=K" of some file.
  std::string macros() const;

  bool has_database() const { return database_.has_value(); }

  // No guess of what the versions themselves say, each in its own way.
  void ask_nothing_of_glibc() { asks_of_glibc_ = false; }

  // What is guessed for some versions of a file only, and changes what system
  // headers declare: these would differ between the versions.
  void drop_disagreement(std::vector<std::string> &flags,
                         const std::vector<std::string> &others) const;

  // Where flags come from and what was guessed, for the report.
  std::vector<std::string> notes() const;

private:
  std::vector<std::string> listed_flags(const source::Tree &tree,
                                        const std::string &path);
  std::optional<frontend::flags::CompilationDatabase> database_;
  std::vector<std::string> user_flags_;
  bool guesses_ = false;
  bool asks_of_glibc_ = true;
  std::map<std::pair<const source::Tree *, std::string>, frontend::flags::Flags>
      guessed_; // of a tree's file
  std::vector<std::string> choice_notes_;
  std::set<std::string> guess_notes_;
};

} // namespace mergeproof::app

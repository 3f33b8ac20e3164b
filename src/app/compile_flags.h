// The flags clang gets for a file: the user's, a compilation database's, or
// guesses.
#pragma once

#include "app/check_options.h"
#include "frontend/flags/flags.h"
#include "support/result.h"

#include <optional>
#include <set>
#include <string>
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

  bool has_database() const { return database_.has_value(); }

  // Where flags come from and what was guessed, for the report.
  std::vector<std::string> notes() const;

private:
  std::vector<std::string> listed_flags(const source::Tree &tree,
                                        const std::string &path);
  std::optional<frontend::flags::CompilationDatabase> database_;
  std::vector<std::string> user_flags_;
  bool guesses_ = false;
  std::vector<std::string> choice_notes_;
  std::set<std::string> guess_notes_;
};

} // namespace mergeproof::app

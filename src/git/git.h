// The git program in one directory, in a way that nothing a user has configured
// changes: no pager, no colours, messages in English, no hooks, no fsmonitor,
// no optional locks, no prompt and no network.
#pragma once

#include "support/result.h"
#include "support/subprocess.h"

#include <string>
#include <vector>

namespace mergeproof::git {

class Git {
public:
  explicit Git(std::string directory) : directory_(std::move(directory)) {}

  // The same with more "NAME=value" entries.
  Git with(const std::vector<std::string> &environment) const;

  // `git <arguments>`, ready to start.
  support::Command command(const std::vector<std::string> &arguments,
                           std::string input = {}) const;

  // Error only when git cannot be started or takes too long.
  support::Result<support::Completed>
  run(const std::vector<std::string> &arguments, std::string input = {}) const;

  // What it wrote, without the last newline. Error: it failed; with its reason.
  support::Result<std::string> output(const std::vector<std::string> &arguments,
                                      std::string input = {}) const;

  const std::string &directory() const { return directory_; }

private:
  std::string directory_;
  std::vector<std::string> environment_;
};

// "git merge-tree failed: <what it said>; <hint that fits>".
support::Error failure(const std::vector<std::string> &arguments,
                       const support::Completed &completed);

std::vector<std::string> split(const std::string &text, char separator);

} // namespace mergeproof::git

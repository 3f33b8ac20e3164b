// Where strangers' code runs: no network, a read-only root, an empty /tmp, its
// own process space, and a filter for the system calls that nothing here needs.
//
// Memory, time and the number of processes are limited by the harness in the
// child that runs the code (harness_main.c); `run` limits the whole.
#pragma once

#include "support/result.h"
#include "support/subprocess.h"

#include <string>
#include <vector>

namespace mergeproof::check {

class Sandbox {
public:
  // `directory`, absolute, can be read inside. Error: bubblewrap is missing or
  // cannot make a sandbox here; nothing ever runs without one.
  static support::Result<Sandbox> create(const std::string &directory);

  support::Result<support::Completed>
  run(const std::vector<std::string> &argv,
      std::chrono::milliseconds timeout) const;

private:
  std::string directory_;
  std::string filter_; // path of the system call filter
};

} // namespace mergeproof::check

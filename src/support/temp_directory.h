// A private directory (mode 700) under TMPDIR that is gone, with all that is in
// it, when its owner is: at destruction, and when a fatal signal ends the
// process. A forked child that destroys its copy removes nothing.
#pragma once

#include "support/result.h"

#include <string>
#include <sys/types.h>

namespace mergeproof::support {

class TempDirectory {
public:
  // "<TMPDIR>/<prefix>XXXXXX". Error: TMPDIR is missing, read-only or full.
  static Result<TempDirectory> create(const std::string &prefix);

  TempDirectory(TempDirectory &&other) noexcept;
  TempDirectory &operator=(TempDirectory &&) = delete;
  ~TempDirectory();

  const std::string &path() const { return path_; } // absolute

private:
  TempDirectory(std::string path, int slot, pid_t owner)
      : path_(std::move(path)), slot_(slot), owner_(owner) {}
  std::string path_; // empty: moved away
  int slot_;
  pid_t owner_;
};

} // namespace mergeproof::support

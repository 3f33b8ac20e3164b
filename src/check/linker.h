// Links objects that were compiled with sanitizers into a program.
#pragma once

#include "support/file_cache.h"

#include <string>
#include <vector>

namespace mergeproof::check {

// The command that the compiler would start, started without it: a compiler
// takes longer to start than most links take. The sanitizers' runtime is linked
// in: the library functions that it replaces have their names in the program.
class Linker {
public:
  // The compiler is asked once for all that share the cache. Error: it cannot
  // be started, or the cache cannot be written.
  // `flags`: of the target.
  static support::Result<Linker>
  find(const std::string &compiler, const support::FileCache &cache,
       const std::vector<std::string> &flags = {});

  // The first of several definitions of a name is taken.
  support::Status link(const std::vector<std::string> &objects,
                       const std::string &program) const;

private:
  explicit Linker(std::vector<std::string> command)
      : command_(std::move(command)) {}

  std::vector<std::string> command_; // with the two names below in it
};

} // namespace mergeproof::check

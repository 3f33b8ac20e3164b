// Turns the source of one version into a harness that can be run.
#pragma once

#include "check/driver.h"
#include "check/replay.h"
#include "check/toolchain.h"

#include <map>
#include <mutex>
#include <string>

namespace mergeproof::check {

struct Harness {
  std::string program; // path
  Driver driver;
};

// Compiles versions of one unit in one directory. Equal texts are compiled
// once; versions may be built from several threads.
class Builder {
public:
  Builder(const Toolchain &tools, const verdict::Question &question,
          std::string directory);

  // The runtime, before any version.
  support::Status build_runtime();

  support::Result<Harness> build(const verdict::VersionOfUnit &version,
                                 const ReplaySource &source);

private:
  struct Objects {
    std::vector<std::string> paths;
    Symbols symbols;
  };
  support::Result<std::string> compile(const std::string &text,
                                       const std::vector<std::string> &flags);
  support::Result<Objects> compile_all(const verdict::VersionOfUnit &version,
                                       const ReplaySource &source,
                                       const std::string &more);
  support::Result<Objects> complete(const verdict::VersionOfUnit &version,
                                    const ReplaySource &source);
  support::Status link(const std::string &id, const Objects &objects,
                       const Harness &harness);

  const Toolchain &tools_;
  const verdict::Question &question_;
  std::string directory_;
  std::set<std::string> used_globals_;
  std::mutex mutex_;
  std::map<std::string, support::Result<std::string>> compiled_; // by key
};

} // namespace mergeproof::check

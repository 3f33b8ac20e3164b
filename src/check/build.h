// Turns the source of one version into a harness that can be run.
#pragma once

#include "check/driver.h"
#include "check/linker.h"
#include "check/replay.h"
#include "check/toolchain.h"
#include "support/file_cache.h"

#include <optional>
#include <string>

namespace mergeproof::check {

struct Harness {
  std::string program; // path
  Driver driver;
};

// Compiles versions of one unit. Equal texts are compiled once for all units
// that share a cache; versions may be built from several threads.
class Builder {
public:
  // Objects go to `cache`, what is made for the unit alone to `directory`.
  Builder(const Toolchain &tools, const verdict::Question &question,
          std::string directory, const std::string &cache);

  // The runtime and the linker, before any version.
  support::Status build_runtime();

  support::Result<Harness> build(const verdict::VersionOfUnit &version,
                                 const ReplaySource &source);

private:
  support::Result<std::string> make_runtime();
  struct Objects {
    std::vector<std::string> paths;
    Symbols symbols;
  };
  support::Result<std::string> compile(const std::string &text,
                                       const std::vector<std::string> &flags);
  support::Result<std::string> compile_plain(const std::string &text);
  support::Result<std::string> rename(const std::string &object,
                                      const std::vector<Renaming> &names);
  support::Result<Objects> compile_all(const verdict::VersionOfUnit &version,
                                       const ReplaySource &source,
                                       const std::string &more);
  support::Result<Objects> complete(const verdict::VersionOfUnit &version,
                                    const ReplaySource &source);
  support::Result<std::string> link(const Objects &objects,
                                    const Driver &driver);

  const Toolchain &tools_;
  std::string directory_;
  std::string shared_; // the cache's directory
  std::set<std::string> used_globals_;
  std::string unit_text_;                      // see verdict::Question
  std::shared_ptr<const ir::Program> callers_; // the same
  support::FileCache cache_;
  std::string runtime_; // object
  std::optional<Linker> linker_;
};

} // namespace mergeproof::check

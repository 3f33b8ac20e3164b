// Compiles and runs written tests.
#pragma once

#include "check/linker.h"
#include "check/replay.h"
#include "check/sandbox.h"
#include "check/toolchain.h"
#include "support/file_cache.h"

#include <string>
#include <vector>

namespace mergeproof::check {

// A written test: the folder with the versions, and the test's file in it.
struct TestFiles {
  std::string directory;
  std::string name; // without ".c"
  std::string path() const { return directory + "/" + name + ".c"; }
};

class TestBuild {
public:
  // Programs go to `scratch`, and so do objects where `cache` is empty: equal
  // texts are compiled once for all that share one.
  static support::Result<TestBuild> create(TestFiles files, Target target,
                                           const std::string &scratch,
                                           const std::string &cache);

  // Functions and globals that the test needs on some version and that neither
  // it nor the C library gives, as the text of elsewhere.c.
  support::Result<std::string>
  elsewhere(const verdict::Question &question,
            const std::vector<ReplaySource> &sources);

  // Runs it on one version. Error: it does not compile or link there.
  support::Result<support::Completed>
  run(const std::string &version, const ReplaySource &source,
      const std::vector<std::string> &defines);
  // The same, so many times, each in a fresh process, at other addresses, and
  // with other bytes in memory that nothing was written to.
  support::Result<std::vector<support::Completed>>
  run_again(const std::string &version, const ReplaySource &source,
            const std::vector<std::string> &defines, unsigned times);
  // Runs it on one version as a reader does, who is told to compile all of it
  // by this one command.
  support::Result<support::Completed>
  run_made_by(const std::string &compiler, const std::string &version,
              const ReplaySource &source,
              const std::vector<std::string> &checks);
  // The name of the one that makes what `run` runs.
  std::string compiler() const;

private:
  TestBuild(TestFiles files, std::string scratch, support::FileCache cache,
            Toolchain tools, Linker linker, Sandbox sandbox, Starter starter)
      : files_(std::move(files)), scratch_(std::move(scratch)),
        cache_(std::move(cache)), tools_(std::move(tools)),
        linker_(std::move(linker)), sandbox_(std::move(sandbox)),
        starter_(std::move(starter)) {}
  support::Result<std::string> link(const std::string &version,
                                    const ReplaySource &source,
                                    const std::vector<std::string> &defines);
  support::Result<std::vector<std::string>>
  compile(const std::string &version, const ReplaySource &source,
          const std::vector<std::string> &defines);
  enum class Checks { On, Off };
  // `more`: a file of the folder that `file` includes, or empty.
  support::Result<std::string> object_of(const std::string &file,
                                         const std::string &more,
                                         const std::vector<std::string> &flags,
                                         Checks checks);
  support::Result<support::Completed> start(const std::string &program,
                                            unsigned turn) const;

  TestFiles files_;
  std::string scratch_;
  support::FileCache cache_;
  Toolchain tools_;
  Linker linker_;
  Sandbox sandbox_;
  Starter starter_;
};

// Names of the version's further files: "A_2.c", …
std::vector<std::string> other_files(const std::string &version,
                                     const ReplaySource &source);

// What a reader has to compile a version with.
std::vector<std::string> flags_to_tell(const ReplaySource &source);

} // namespace mergeproof::check

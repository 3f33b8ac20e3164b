// What a user asked `mergeproof check` or `mergeproof diff` to do.
#pragma once

#include "check/test_framework.h"
#include "report/exit_code.h"
#include "verdict/question.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

enum class Format { Text, Json };

struct Output {
  Format format = Format::Text;
  std::string file; // "-" is standard output
};

enum class Dump { Git, Files, Ir, Closure, Align, Questions };

inline constexpr const char *default_test_directory = "mergeproof-tests";

struct CheckOptions {
  // diff: two revisions, or two files, old and new.
  bool is_comparison = false;
  // None: HEAD, or the merge in progress. One: a merge commit. More: branches.
  std::vector<std::string> revisions;
  // Files instead of a repository: base (unless has_base is false), parents,
  // merge.
  std::vector<std::string> files;
  bool has_base = true;

  std::set<std::string> functions; // empty: all
  std::string database; // a compile_commands.json or its directory (-p)
  std::vector<std::string> flags; // clang's, after --
  unsigned jobs = 1;
  unsigned timeout_seconds = 60;   // per function
  unsigned total_seconds = 600;    // for all functions
  std::size_t max_callers = 32;    // unchanged functions that are analysed
  std::uint64_t max_memory = 4096; // MiB
  report::FailOn fail_on = report::FailOn::Unknown;
  std::set<Dump> dumps;
  bool runs_code = true; // false: --no-exec
  std::string proof_directory;
  std::string test_directory = default_test_directory;
  std::vector<Output> outputs;
  bool is_verbose = false;
  verdict::Ablation ablation = verdict::Ablation::Full;
  // test: looks longer for inputs, and writes tests for a framework.
  bool writes_tests = false;
  check::TestFramework framework = check::TestFramework::Assert;
  unsigned depth = ~0u;     // calls from a change to an unchanged function
  bool shows_paths = false; // paths: by path conditions alone, and lists them
  unsigned bound = 0; // turns of a loop that they follow; 0: as many as needed
};

} // namespace mergeproof::app

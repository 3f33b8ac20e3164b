#include "app/engines.h"

#include "paths/engine.h"
#include "relational/engine.h"

namespace mergeproof::app {

std::vector<std::shared_ptr<verdict::Engine>>
make_engines(const CheckOptions &options) {
  auto paths = paths::make_engine(
      {.makes_table = options.shows_paths, .turns = options.bound});
  if (options.shows_paths)
    return {paths};
  std::vector<std::shared_ptr<verdict::Engine>> engines =
      relational::make_engines();
  engines.push_back(paths);
  return engines;
}

std::vector<std::shared_ptr<verdict::Engine>> make_proof_engines() {
  return relational::make_engines();
}

namespace {

constexpr std::uint64_t least_memory = 1024; // what parsing a file again needs

} // namespace

unsigned count_jobs(const CheckOptions &options) {
  std::uint64_t room =
      std::max<std::uint64_t>(1, options.max_memory / least_memory);
  return static_cast<unsigned>(
      std::min<std::uint64_t>(std::max(1u, options.jobs), room));
}

portfolio::Options make_portfolio_options(const CheckOptions &options,
                                          const std::string &temp_directory,
                                          const std::string &cache_directory,
                                          portfolio::MadeUp made_up) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  bool can_run = options.runs_code && !temp_directory.empty();
  unsigned jobs = count_jobs(options);
  portfolio::Options made{
      .execution = can_run ? portfolio::Execution::Native
                           : portfolio::Execution::InterpreterOnly,
      .jobs = jobs,
      .timeout_seconds = options.timeout_seconds,
      .total_seconds = options.total_seconds,
      .max_memory =
          std::max(least_memory, options.max_memory / jobs) * mebibyte,
      .test_directory = options.test_directory,
      .framework = options.framework,
      .lists_paths = options.shows_paths,
      .proof_directory = options.proof_directory,
      .temp_directory = temp_directory,
      .cache_directory = cache_directory,
      .explains = options.is_verbose,
      .made_up = std::move(made_up)};
  if (options.writes_tests)
    made.look_longer();
  return made;
}

} // namespace mergeproof::app

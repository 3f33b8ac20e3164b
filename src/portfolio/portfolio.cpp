#include "portfolio/portfolio.h"

#include "portfolio/decide.h"
#include "portfolio/worker.h"
#include "verdict/unit_result_json.h"

#include <filesystem>

namespace mergeproof::portfolio {

namespace {

verdict::UnitResult read_outcome(const Task &task, const JobOutcome &outcome) {
  verdict::UnitResult result = make_result(task);
  result.seconds = outcome.seconds;
  if (!outcome.has_finished) {
    bool has_failed = outcome.was_started && !outcome.has_timed_out;
    result.reason =
        has_failed ? "engine failed: " + outcome.failure : outcome.failure;
    return result;
  }
  auto parsed = verdict::from_json(outcome.text);
  if (!parsed) {
    result.reason = "engine failed: " + parsed.error().message;
    return result;
  }
  result = std::move(parsed).value();
  result.seconds = outcome.seconds;
  return result;
}

} // namespace

std::vector<verdict::UnitResult>
decide_all(const std::vector<Task> &tasks,
           const std::vector<std::shared_ptr<verdict::Engine>> &engines,
           const Options &options,
           const std::function<void(const verdict::UnitResult &)> &on_result) {
  std::vector<verdict::UnitResult> results(tasks.size());
  for (const auto &engine : engines)
    if (!tasks.empty())
      engine->prepare(tasks.front().question);
  auto directory_of = [&](std::size_t job) {
    return options.temp_directory + "/unit-" + std::to_string(job);
  };
  auto make = [&](std::size_t job) {
    std::error_code ignored;
    std::filesystem::create_directories(directory_of(job), ignored);
    return verdict::to_json(
        decide_unit(tasks[job], engines, options, directory_of(job)));
  };
  auto done = [&](std::size_t job, const JobOutcome &outcome) {
    std::error_code ignored;
    std::filesystem::remove_all(directory_of(job), ignored);
    results[job] = read_outcome(tasks[job], outcome);
    on_result(results[job]);
  };
  JobLimits limits{.seconds = options.timeout_seconds,
                   .total_seconds = options.total_seconds,
                   .memory = options.max_memory};
  run_jobs(tasks.size(), options.jobs, limits, make, done);
  return results;
}

} // namespace mergeproof::portfolio

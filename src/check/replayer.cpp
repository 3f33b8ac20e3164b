#include "check/batch.h"
#include "check/build.h"
#include "check/replay.h"
#include "check/sandbox.h"
#include "support/two_at_a_time.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace mergeproof::check {
namespace {

using support::Error;
using support::Result;
using verdict::Observation;
using verdict::Witness;

class NativeReplayer : public Replayer {
public:
  NativeReplayer(verdict::Question question, ReplayLimits limits,
                 std::string directory, Sandbox sandbox, Starter starter,
                 std::vector<Harness> harnesses)
      : question_(std::move(question)), limits_(limits),
        directory_(std::move(directory)), sandbox_(std::move(sandbox)),
        starter_(std::move(starter)), harnesses_(std::move(harnesses)) {}

  std::vector<std::vector<Observation>>
  run(const std::vector<Witness> &witnesses) override {
    auto seen = support::two_at_a_time(harnesses_.size(),
                                       [this, &witnesses](std::size_t v) {
                                         return run_version(v, witnesses);
                                       });
    std::vector<std::vector<Observation>> result(witnesses.size());
    for (std::vector<Observation> &version : seen)
      for (std::size_t w = 0; w < witnesses.size(); w++)
        result[w].push_back(std::move(version[w]));
    return result;
  }

private:
  // One witness may use all the time that there is; many share it.
  std::chrono::milliseconds time_per_run(std::size_t count) const {
    std::chrono::milliseconds all = std::chrono::seconds(limits_.seconds);
    return std::max<std::chrono::milliseconds>(
        all / std::max<std::size_t>(1, count), std::min(all, shortest_run));
  }

  std::vector<Observation> run_version(std::size_t v,
                                       const std::vector<Witness> &witnesses) {
    std::string path =
        directory_ + "/" + question_.versions[v].revision.id + "_batch.txt";
    BatchWriter batch(harnesses_[v].driver);
    for (const Witness &witness : witnesses)
      batch.add(witness,
                fit_witness(question_, question_.versions[v], witness));
    std::ofstream(path) << batch.text();
    auto each = time_per_run(witnesses.size());
    std::vector<std::string> argv = starter_;
    argv.insert(argv.end(),
                {harnesses_[v].program, path, "0", std::to_string(each.count()),
                 std::to_string(limits_.memory)});
    auto ran =
        sandbox_.run(argv, std::chrono::seconds(limits_.seconds) * 3 + each);
    std::vector<Observation> seen(
        witnesses.size(),
        {.is_valid = false, .why = "was not run: out of time", .values = {}});
    if (!ran || (ran.value().out.empty() && !ran.value().timed_out))
      return std::vector<Observation>(
          witnesses.size(), {.is_valid = false,
                             .why = "the harness did not start" +
                                    (ran ? ": " + ran.value().err : ""),
                             .values = {}});
    for (auto &[number, observation] : read_runs(ran.value().out))
      if (number < seen.size())
        seen[number] = std::move(observation);
    return seen;
  }

  static constexpr std::chrono::milliseconds shortest_run{200};
  verdict::Question question_;
  ReplayLimits limits_;
  std::string directory_;
  Sandbox sandbox_;
  Starter starter_;
  std::vector<Harness> harnesses_;
};

// Two versions at a time: compilers are the price of a replay.
Result<std::vector<Harness>> build_all(const ReplayRequest &request,
                                       const Toolchain &tools,
                                       const std::string &directory) {
  Builder builder(tools, *request.question, directory, request.cache);
  if (support::Status ready = builder.build_runtime(); !ready)
    return ready.error();
  const auto &versions = request.question->versions;
  auto built = support::two_at_a_time(versions.size(), [&](std::size_t v) {
    return builder.build(versions[v], request.sources[v]);
  });
  std::vector<Harness> harnesses;
  std::string problem;
  for (Result<Harness> &harness : built) {
    if (harness)
      harnesses.push_back(std::move(harness.value()));
    else if (problem.empty())
      problem = harness.error().message;
  }
  if (!problem.empty())
    return Error{problem};
  return harnesses;
}

} // namespace

Result<std::unique_ptr<Replayer>>
Replayer::prepare(const ReplayRequest &request, const ReplayLimits &limits) {
  CHECK(request.question &&
        request.sources.size() == request.question->versions.size());
  std::string directory = std::filesystem::absolute(request.directory).string();
  auto target = target_of(request.sources);
  if (!target)
    return target.error();
  auto tools = Toolchain::find(target.value());
  if (!tools)
    return tools.error();
  auto sandbox = Sandbox::create(directory);
  if (!sandbox)
    return sandbox.error();
  auto starter =
      starter_of(target.value(), tools.value(), sandbox.value(), directory);
  if (!starter)
    return starter.error();
  auto harnesses = build_all(request, tools.value(), directory);
  if (!harnesses)
    return harnesses.error();
  return std::unique_ptr<Replayer>(std::make_unique<NativeReplayer>(
      *request.question, limits, directory, std::move(sandbox.value()),
      std::move(starter.value()), std::move(harnesses.value())));
}

} // namespace mergeproof::check

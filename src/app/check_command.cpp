#include "app/check_command.h"

#include "app/analysis.h"
#include "app/options.h"
#include "app/output.h"
#include "app/versions.h"
#include "checkout/generated_headers.h"
#include "support/temp_directory.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace mergeproof::app {
namespace {

using Clock = std::chrono::steady_clock;

int complain(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "mergeproof: error: %s\n", message.c_str());
  return usage_error;
}

report::Report make_report(const git::MergeInput &input,
                           const Supervision &supervision) {
  const RunRecord &record = supervision.record;
  report::Report report;
  report.tool = tool_name;
  report.versions = input.revisions;
  report.units = record.units;
  // What was planned and never decided is undecided.
  for (const auto &[id, unit] : record.planned)
    report.units.push_back(unit);
  report.build = record.build;
  report.phases = record.phases;
  report.notes = input.notes;
  report.notes.insert(report.notes.end(), record.notes.begin(),
                      record.notes.end());
  report.conflicted_files = input.conflicted_files;
  report.is_complete =
      supervision.ending == Ending::Complete && !record.failure;
  if (supervision.ending == Ending::Interrupted)
    report.notes.push_back("the run was interrupted");
  if (supervision.ending == Ending::Failed)
    report.notes.push_back("internal failure: " + supervision.message);
  report::sort_units(report);
  return report;
}

// The exit code of a run whose report is out.
int finish(const CheckOptions &options, const Supervision &supervision,
           const report::Report &report) {
  if (supervision.record.failure)
    return complain(*supervision.record.failure);
  int code = report::exit_code(report, options.fail_on);
  switch (supervision.ending) {
  case Ending::Complete:
    return code;
  case Ending::Interrupted:
    return 128 + supervision.signal;
  case Ending::Failed:
    std::fprintf(stderr, "mergeproof: error: %s\n",
                 supervision.message.c_str());
    return code == 1 ? 1 : 4;
  }
  return usage_error;
}

// The worker's own temporary files lie in ours, so that none survives it.
std::string prepare_temp(std::optional<support::TempDirectory> &temp,
                         git::MergeInput &input) {
  auto made = support::TempDirectory::create("mergeproof-");
  if (!made) {
    input.notes.push_back("nothing was run, only interpreted: " +
                          made.error().message);
    return {};
  }
  temp.emplace(std::move(made).value());
  setenv("TMPDIR", temp->path().c_str(), 1);
  return temp->path();
}

// A directory that the user asked for, made before any work is done; it goes
// again if nothing came to lie in it.
class AskedDirectory {
public:
  AskedDirectory(const std::string &option, const std::string &path)
      : path_(path) {
    std::error_code problem;
    is_ours_ =
        !path.empty() && std::filesystem::create_directories(path, problem);
    std::error_code ignored;
    bool is_there =
        path.empty() || (std::filesystem::is_directory(path, ignored) &&
                         access(path.c_str(), W_OK | X_OK) == 0);
    bool is_full = problem == std::errc::no_space_on_device ||
                   problem == std::errc::read_only_file_system;
    if (!is_there && is_full)
      note_ =
          option + ": nothing is written to " + path + ": " + problem.message();
    else if (!is_there)
      error_ = option + ": cannot write to " + path +
               (problem ? ": " + problem.message() : "") +
               "; name another directory";
  }
  ~AskedDirectory() {
    std::error_code not_empty;
    if (is_ours_)
      std::filesystem::remove(path_, not_empty);
  }
  AskedDirectory(const AskedDirectory &) = delete;
  AskedDirectory &operator=(const AskedDirectory &) = delete;
  const std::string &error() const { return error_; }
  const std::string &note() const { return note_; }

private:
  std::string path_, error_, note_;
  bool is_ours_ = false;
};

// Which may be one that the user did not ask for: then it is made when needed.
std::string asked_test_directory(const CheckOptions &options) {
  return options.test_directory == default_test_directory
             ? std::string()
             : options.test_directory;
}

} // namespace

int run_check(const CheckOptions &options) {
  Clock::time_point start = Clock::now();
  std::signal(SIGPIPE, SIG_IGN); // "| head": what was made is still taken away
  StopSignals signals;
  auto versions = read_versions(options);
  if (!versions && signals.received() != 0)
    return 128 + signals.received();
  if (!versions)
    return complain(versions.error().message);
  AskedDirectory tests("--tests", asked_test_directory(options));
  AskedDirectory proofs("--emit-proof", options.proof_directory);
  for (const AskedDirectory *asked : {&tests, &proofs})
    if (!asked->error().empty())
      return complain(asked->error());
  git::MergeInput &input = versions.value().input;
  for (const AskedDirectory *asked : {&tests, &proofs})
    if (!asked->note().empty())
      input.notes.push_back(asked->note());
  auto flags = CompileFlags::choose(options, versions.value().root);
  if (!flags)
    return complain(flags.error().message);
  auto settings = read_settings(*input.trees.back());
  if (!settings)
    return complain(settings.error().message);
  std::set<std::string> generated;
  if (flags.value().has_database() && !versions.value().root.empty())
    generated = checkout::add_generated_headers(input, versions.value().root);
  std::map<std::string, std::string> templates;
  if (!flags.value().has_database() && options.files.empty())
    templates = checkout::add_template_headers(input);
  std::optional<support::TempDirectory> temp;
  AnalysisRequest request{.options = &options,
                          .input = &input,
                          .flags = std::move(flags).value(),
                          .generated = std::move(generated),
                          .templates = std::move(templates),
                          .settings = std::move(settings).value(),
                          .temp_directory = prepare_temp(temp, input)};
  Work work;
  work.max_memory = options.max_memory << 20;
  work.run = [&request](EventWriter &events, const Setbacks &setbacks) {
    analyse(request, events, setbacks);
  };
  Supervision supervision = supervise(work, signals);
  if (!options.dumps.empty() && supervision.ending == Ending::Complete)
    return supervision.record.failure ? complain(*supervision.record.failure)
                                      : 0;
  report::Report report = make_report(input, supervision);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  support::Status written = write_outputs(options, report);
  int code = finish(options, supervision, report);
  return written ? code : complain(written.error().message);
}

} // namespace mergeproof::app

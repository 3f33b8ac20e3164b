#include "check/test_writer.h"

#include "check/test_build.h"
#include "check/test_text.h"
#include "check/toolchain.h"
#include "support/temp_directory.h"
#include "support/two_at_a_time.h"
#include "support/write_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <unistd.h>

namespace mergeproof::check {
namespace {

using support::Error;
using support::Result;
using support::Status;
using support::write_file;

std::string name_of(const verdict::Question &question,
                    const verdict::Violation &violation) {
  std::string name(question.versions.back().function->name);
  if (question.is_comparison())
    return name + "_differs";
  return name + (violation.kind == verdict::ConflictKind::Lost
                     ? "_lost_" + violation.parent
                     : "_unexpected");
}

// A folder that did not exist before: a test is never overwritten. What `place`
// does with its path says whether it exists now; else why not, or nothing when
// there is another one.
Result<std::string> place_folder(
    const std::string &directory, const std::string &name,
    const std::function<bool(const std::string &, std::error_code &)> &place) {
  std::error_code problem;
  // A new one is not the repository's business.
  if (std::filesystem::create_directories(directory, problem))
    std::ofstream(directory + "/.gitignore") << "*\n";
  for (int n = 1; n < 10000; n++) {
    std::string path =
        directory + "/" + name + (n == 1 ? "" : "-" + std::to_string(n));
    problem.clear();
    if (place(path, problem))
      return path;
    if (problem)
      return Error{"cannot create " + path + ": " + problem.message()};
  }
  return Error{"too many tests of " + name + " in " + directory +
               ": remove old ones"};
}

// Whether `path` is that folder now; no problem when another one is there.
bool move_folder(const std::string &from, const std::string &path,
                 std::error_code &problem) {
  std::filesystem::rename(from, path, problem);
  bool is_taken = problem == std::errc::directory_not_empty ||
                  problem == std::errc::file_exists ||
                  problem == std::errc::not_a_directory;
  bool has_moved = !problem;
  if (is_taken)
    problem.clear();
  return has_moved;
}

// For a version that has the unit under another name than the test.
std::string other_name(const verdict::Question &question, std::size_t version) {
  std::string name(question.versions[version].function->name);
  std::string in_test(question.versions.back().function->name);
  return name == in_test ? "" : "\n#define " + in_test + " " + name + "\n";
}

Status write_versions(const verdict::Question &question,
                      const std::vector<ReplaySource> &sources,
                      const std::string &folder) {
  for (std::size_t v = 0; v < sources.size(); v++) {
    const std::string &id = question.versions[v].revision.id;
    Status done = write_file(folder + "/" + id + ".c",
                             sources[v].preprocessed + other_name(question, v));
    std::vector<std::string> others = other_files(id, sources[v]);
    for (std::size_t i = 0; done && i < others.size(); i++)
      done = write_file(folder + "/" + others[i],
                        float_type_guard() + sources[v].others[i]);
    if (!done)
      return done;
  }
  return support::Done{};
}

const ReplaySource &source_of(const verdict::Question &question,
                              const std::vector<ReplaySource> &sources,
                              const std::string &version) {
  for (std::size_t v = 0; v < sources.size(); v++)
    if (question.versions[v].revision.id == version)
      return sources[v];
  return sources.back();
}

// Writes the test's file again each time that more of it is known.
class Author {
public:
  Author(TestDescription test, const std::vector<ReplaySource> &sources,
         TestFiles files, TestBuild build)
      : test_(std::move(test)), sources_(sources), files_(std::move(files)),
        build_(std::move(build)) {}

  Status write() {
    test_.has_other_files = std::any_of(
        sources_.begin(), sources_.end(),
        [](const ReplaySource &one) { return !one.others.empty(); });
    const ReplaySource &pinned =
        source_of(*test_.question, sources_, test_.pin.version);
    test_.flags = compile_line_flags(pinned);
    if (Status done = write_text_file(); !done)
      return done;
    if (Status done = add_elsewhere(); !done)
      return done;
    for (const std::string &file :
         other_files(test_.pin.version,
                     source_of(*test_.question, sources_, test_.pin.version)))
      test_.more_files += " " + file;
    if (test_.violation->observable == "external calls")
      if (Status done = record_calls(); !done)
        return done;
    if (Status done = write_text_file(); !done)
      return done;
    if (std::string other = needed_compiler(); other != test_.compiler) {
      test_.compiler = other;
      if (Status done = write_text_file(); !done)
        return done;
    }
    return write_runner();
  }

  const std::string &compiler() const { return test_.compiler; }

private:
  // cc where what it makes is seen to pass and fail as the test promises; else
  // the compiler whose programs are run. gcc lacks functions and types of
  // clang.
  std::string needed_compiler() {
    std::vector<std::string> checks;
    if (test_.has_traps)
      checks = {trap_sanitizers, no_traps, "-fno-sanitize-recover=all"};
    const auto &versions = test_.question->versions;
    auto is_kept = support::two_at_a_time(versions.size(), [&](std::size_t v) {
      const std::string &id = versions[v].revision.id;
      bool passes = test_.pin.passes.count(id) != 0;
      if (!passes && v + 1 < versions.size())
        return true;
      auto ran = build_.run_made_by(test_.compiler, id, sources_[v], checks);
      return ran && ran.value().succeeded() == passes;
    });
    bool is_enough = std::all_of(is_kept.begin(), is_kept.end(),
                                 [](bool kept) { return kept; });
    return is_enough ? test_.compiler : build_.compiler();
  }

  Status write_text_file() {
    auto text = check::write_text(test_);
    if (!text)
      return text.error();
    return write_file(files_.path(), text.value());
  }

  // The framework's file.
  Status write_runner() {
    CaseDescription test{
        .unit = std::string(test_.question->versions.back().function->name),
        .name = case_name(test_),
        .what = pinned_text(test_)};
    std::string file = runner_file(test_.framework, test);
    return file.empty() ? Status(support::Done{})
                        : write_file(files_.directory + "/" + file,
                                     runner_text(test_.framework, test));
  }

  Status add_elsewhere() {
    auto elsewhere = build_.elsewhere(*test_.question, sources_);
    if (!elsewhere)
      return elsewhere.error();
    if (elsewhere.value().empty())
      return support::Done{};
    test_.more_files = " elsewhere.c";
    return write_file(files_.directory + "/elsewhere.c",
                      "/* Functions and variables of other files, which the "
                      "test never reaches. */\n" +
                          elsewhere.value());
  }

  Status record_calls() {
    const std::string &id = test_.pin.version;
    auto ran =
        build_.run(id, source_of(*test_.question, sources_, id), {"-DRECORD"});
    if (!ran)
      return ran.error();
    test_.recorded_calls = ran.value().out;
    return support::Done{};
  }

  TestDescription test_;
  const std::vector<ReplaySource> &sources_;
  TestFiles files_;
  TestBuild build_;
};

// The compiler that makes it.
Result<std::string> write_all(TestDescription test,
                              const std::vector<ReplaySource> &sources,
                              const TestFiles &files,
                              const std::string &cache) {
  auto scratch = support::TempDirectory::create("mergeproof-test-");
  if (!scratch)
    return scratch.error();
  auto target = target_of(sources);
  if (!target)
    return target.error();
  auto build =
      TestBuild::create(files, target.value(), scratch.value().path(), cache);
  if (!build)
    return build.error();
  if (Status done = write_versions(*test.question, sources, files.directory);
      !done)
    return done.error();
  Author author(std::move(test), sources, files, std::move(build.value()));
  if (Status done = author.write(); !done)
    return done.error();
  return author.compiler();
}

} // namespace

Result<WrittenTest>
write_test(const verdict::Question &question, const verdict::Witness &witness,
           const verdict::Violation &violation,
           const std::vector<verdict::Observation> &observations,
           const std::vector<ReplaySource> &sources, const TestTarget &target) {
  std::string name = name_of(question, violation);
  auto folder =
      place_folder(target.directory, name,
                   [](const std::string &path, std::error_code &problem) {
                     return std::filesystem::create_directory(path, problem);
                   });
  if (!folder)
    return folder.error();
  TestDescription test{.question = &question,
                       .sources = &sources,
                       .witness = &witness,
                       .violation = &violation,
                       .pin = choose_pin(question, violation, observations),
                       .name = "test_" + name,
                       .framework = target.framework};
  test.may_exit = std::any_of(
      observations.begin(), observations.end(),
      [](const auto &seen) { return seen.outcome().starts_with("exited("); });
  test.has_traps =
      std::any_of(observations.begin(), observations.end(),
                  [](const auto &seen) { return seen.has_trapped(); });
  TestFiles files{folder.value(), test.name};
  auto compiler = write_all(test, sources, files, target.cache);
  if (!compiler) {
    std::error_code ignored;
    std::filesystem::remove_all(folder.value(), ignored);
    return compiler.error();
  }
  return WrittenTest{files.path(), compiler.value(), test.has_traps};
}

Result<std::string> publish_test(const std::string &test,
                                 const std::string &directory) {
  std::filesystem::path path(test);
  // On the same file system; what is there is of a process that is gone.
  std::string whole = directory + "/.part-" + std::to_string(getpid());
  bool is_copied = false;
  auto place = [&](const std::string &to, std::error_code &problem) {
    if (!is_copied) {
      std::filesystem::remove_all(whole, problem);
      if (!problem)
        std::filesystem::copy(path.parent_path(), whole,
                              std::filesystem::copy_options::recursive,
                              problem);
      is_copied = !problem;
    }
    return is_copied && move_folder(whole, to, problem);
  };
  auto folder =
      place_folder(directory, path.parent_path().filename().string(), place);
  std::error_code ignored;
  std::filesystem::remove_all(whole, ignored);
  if (!folder)
    return folder;
  return folder.value() + "/" + path.filename().string();
}

Result<TestRun> run_written_test(const verdict::Question &question,
                                 const verdict::Violation &violation,
                                 const std::vector<ReplaySource> &sources,
                                 const std::string &test,
                                 const TestRunOptions &options) {
  auto scratch = support::TempDirectory::create("mergeproof-test-");
  if (!scratch)
    return scratch.error();
  auto target = target_of(sources);
  if (!target)
    return target.error();
  std::filesystem::path path = test;
  auto build =
      TestBuild::create({path.parent_path().string(), path.stem().string()},
                        target.value(), scratch.value().path(), options.cache);
  if (!build)
    return build.error();
  Pin pin = choose_pin(question, violation);
  TestRun result{.is_as_promised = true};
  auto all = support::two_at_a_time(sources.size(), [&](std::size_t v) {
    return build.value().run_again(question.versions[v].revision.id, sources[v],
                                   {}, options.times);
  });
  for (std::size_t v = 0; v < sources.size(); v++) {
    const std::string &id = question.versions[v].revision.id;
    auto &runs = all[v];
    // What does not build may well fail, but for what the test is about.
    if (!runs && (pin.passes.count(id) || v + 1 == sources.size()))
      return runs.error();
    bool passed = runs && runs.value().front().succeeded();
    result.passed.push_back(passed);
    if (runs)
      for (const support::Completed &again : runs.value())
        result.is_stable &= again.succeeded() == passed;
    if ((pin.passes.count(id) && !passed) || (pin.fails.count(id) && passed))
      result.is_as_promised = false;
  }
  return result;
}

std::string run_command(const std::string &test, const CommandOptions &options,
                        const ReplaySource &source,
                        const std::string &version) {
  std::filesystem::path path(test);
  std::string name = path.stem().string();
  std::vector<std::string> parts{name};
  if (std::filesystem::exists(path.parent_path() / "elsewhere.c"))
    parts.emplace_back("elsewhere");
  for (const std::string &file : other_files(version, source))
    parts.push_back(file.substr(0, file.size() - 2));
  std::string files, objects;
  for (const std::string &part : parts) {
    files += " " + part + ".c";
    objects += " " + part + ".o";
  }
  // A file may include another one that is linked, too.
  std::string link = source.others.empty() ? " -lm" : " -Wl,-z,muldefs -lm";
  std::string checks = options.traps
                           ? std::string(" ") + trap_sanitizers + " " +
                                 no_traps + " -fno-sanitize-recover=all"
                           : "";
  std::string flags =
      checks + compile_line_flags(source) + " -DUNIT='\"" + version + ".c\"'";
  CaseDescription described{
      .unit = "", .name = name.substr(std::string("test_").size()), .what = ""};
  std::string runner = runner_file(options.framework, described);
  if (runner.empty())
    return options.compiler + " -w" + flags + files + link + " && ./a.out";
  return options.compiler + " -w -c" + flags +
         " -DTEST_FUNCTION=" + described.name + files + " && " +
         std::string(runner_compiler(options.framework)) + checks + " " +
         runner + objects + " " +
         std::string(runner_libraries(options.framework)) + link +
         " && ./a.out";
}

std::string compile_line_flags(const ReplaySource &source) {
  std::string text;
  for (const std::string &flag : flags_to_tell(source))
    text += " " + flag;
  return text;
}

} // namespace mergeproof::check

#include "app/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <thread>
#include <unistd.h>

namespace mergeproof::app {
namespace {

constexpr const char *examples = R"(Examples:
  mergeproof check                      the merge commit HEAD, or the merge in progress
  mergeproof check v1.2                 another merge commit
  mergeproof check main topic           two branches before they are merged
  mergeproof check --files O.c A.c B.c M.c -- -DDEBUG -Iinclude
                                        four files, no repository; flags for clang
  mergeproof check -p build --function parse_header --output json=report.json
  mergeproof check --fail-on=conflict   undecided functions do not fail the command)";

constexpr const char *diff_examples = R"(Examples:
  mergeproof diff v1.2 main             every function that one version does
                                        not do as the other
  mergeproof diff main..topic           the same, written as git does
  mergeproof diff --files OLD.c NEW.c -- -Iinclude
                                        two files, no repository; flags for clang
  mergeproof diff HEAD~1 HEAD --function parse_header -v)";

constexpr const char *diff_exit_codes = R"(
Exit codes:
  0 equivalent   1 different   2 usage or environment error
  3 something undecided   4 some function could not be analysed   128+n signal)";

constexpr const char *explain_examples = R"(Examples:
  mergeproof explain parse_header       of the merge commit HEAD
  mergeproof explain sum --files O.c A.c B.c M.c
                                        of four files, no repository)";

constexpr const char *paths_examples = R"(Examples:
  mergeproof paths --function sum       of the merge commit HEAD: under which
                                        conditions each version does what
  mergeproof paths main topic           of all functions in question
  mergeproof paths --files O.c A.c B.c M.c --function sum --bound 4)";

constexpr const char *test_examples = R"(Examples:
  mergeproof test                       tests that show what the merge HEAD
                                        does not keep, in mergeproof-tests/
  mergeproof test main topic --emit cmocka --out tests/merge
  mergeproof test --files O.c A.c B.c M.c --emit gtest)";

constexpr const char *run_line =
    "  mergeproof diff main topic            which functions behave "
    "differently\n"
    "  mergeproof paths --function sum       under which conditions each "
    "version does what\n"
    "  mergeproof test --emit gtest          tests that show what the merge "
    "lost\n"
    "  mergeproof run f.c                    what ./f prints, and its exit "
    "status\n"
    "  mergeproof survey                     which functions here are "
    "understood";

constexpr const char *run_examples = R"(Examples:
  mergeproof run f.c                    what ./f prints, and its exit status
  mergeproof run main.c f.c --arg -v --arg input.txt -- -Iinclude
                                        with arguments; flags for clang
  mergeproof run f.c --steps 1000000    for at most as many steps)";

constexpr const char *run_exit_codes = R"(
Exit codes: the program's own, but
  2 usage error, or code or a library function that cannot be run
  124 a limit was reached   125 undefined behaviour   134 abort)";

constexpr const char *survey_examples = R"(Examples:
  mergeproof survey                     all C files below the working directory
  mergeproof survey src lib/x.c -v      some of them, with every function
  mergeproof survey -p build --json survey.json
                                        with the flags of a build

Exit codes: 0, but 2 usage error, 4 some file could not be read)";

constexpr const char *exit_codes = R"(
Exit codes:
  0 no conflict   1 conflict   2 usage or environment error
  3 something undecided   4 some function could not be analysed   128+n signal)";

struct RawOptions {
  CheckOptions check;
  RunOptions run;
  SurveyOptions survey;
  std::string directory;
  std::vector<std::string> files_without_base;
  std::vector<std::string> functions;
  std::vector<std::string> outputs;
  std::vector<std::string> dumps;
  std::string fail_on = "unknown";
  std::string relational = "full";
  std::string explained; // the function
  std::string framework = "assert";
  bool is_interpreted = false;
};

const std::map<std::string, report::FailOn> fail_on_names{
    {"conflict", report::FailOn::Conflict},
    {"unknown", report::FailOn::Unknown},
    {"never", report::FailOn::Never}};

const std::map<std::string, verdict::Ablation> ablation_names{
    {"full", verdict::Ablation::Full},
    {"no-dependence", verdict::Ablation::NoDependence},
    {"product", verdict::Ablation::Product}};

const std::map<std::string, Format> format_names{{"text", Format::Text},
                                                 {"json", Format::Json}};

const std::map<std::string, Dump> dump_names{
    {"git", Dump::Git},     {"files", Dump::Files},
    {"ir", Dump::Ir},       {"closure", Dump::Closure},
    {"align", Dump::Align}, {"questions", Dump::Questions}};

template <typename T>
std::vector<std::string> names(const std::map<std::string, T> &table) {
  std::vector<std::string> all;
  for (const auto &[name, value] : table)
    all.push_back(name);
  return all;
}

void add_units(CLI::App &check, RawOptions &raw) {
  check
      .add_option("--function", raw.functions,
                  "only this function (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  check
      .add_option("-p", raw.check.database,
                  "compile_commands.json or the directory that holds it")
      ->type_name("DIR");
}

void add_what_to_compare(CLI::App &diff, RawOptions &raw) {
  diff.add_option("REVISION", raw.check.revisions,
                  "two revisions, old and new, or OLD..NEW");
  diff.add_option("--files", raw.check.files,
                  "two files, old and new; flags for clang after --")
      ->type_name("OLD.c NEW.c");
}

void add_what_to_check(CLI::App &check, RawOptions &raw) {
  check.add_option(
      "REVISION", raw.check.revisions,
      "a merge commit (default: HEAD, or the merge in progress), or "
      "two or more branches to merge in memory");
  check
      .add_option("--files", raw.check.files,
                  "base, parents and merge as files, in this order; flags for "
                  "clang after --")
      ->type_name("O.c A.c B.c... M.c");
  check
      .add_option("--no-base", raw.files_without_base,
                  "parents and merge as files, without a base")
      ->type_name("A.c B.c... M.c");
}

void add_explain(CLI::App &explain, RawOptions &raw) {
  explain
      .add_option("FUNCTION", raw.explained,
                  "whose verdict is explained: what it rests on, and what "
                  "holds in every turn of its loops")
      ->required();
  explain
      .add_option("-p", raw.check.database,
                  "compile_commands.json or the directory that holds it")
      ->type_name("DIR");
}

void add_paths(CLI::App &paths, RawOptions &raw) {
  paths
      .add_option("--bound", raw.check.bound,
                  "turns of a loop that are followed, where the inputs decide "
                  "about more (as many as needed, within limits)")
      ->type_name("K")
      ->check(CLI::Range(1u, 10000u));
}

void add_tests(CLI::App &test, RawOptions &raw) {
  test.add_option("--emit", raw.framework,
                  "what tests are written for: assert (a program, the "
                  "default), gtest, cmocka, check or unity")
      ->type_name("NAME")
      ->check(CLI::IsMember({"assert", "gtest", "cmocka", "check", "unity"}));
  test.add_option("--out", raw.check.test_directory,
                  "where tests are written (mergeproof-tests)")
      ->type_name("DIR");
}

void add_limits(CLI::App &check, RawOptions &raw) {
  check
      .add_option("-j,--jobs", raw.check.jobs,
                  "files read and functions decided at a time")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  check
      .add_option("--timeout", raw.check.timeout_seconds,
                  "seconds for one function (60)")
      ->type_name("S")
      ->check(CLI::Range(1u, 1000000u));
  check
      .add_option(
          "--total-time", raw.check.total_seconds,
          "seconds for the whole run (600); reading files takes at most half")
      ->type_name("S")
      ->check(CLI::Range(1u, 1000000u));
  check
      .add_option("--callers", raw.check.max_callers,
                  "unchanged functions analysed because changes meet in what "
                  "they call, nearest to the changes first (32)")
      ->type_name("N")
      ->check(CLI::Range(0u, 1000000u));
  check
      .add_option("--depth", raw.check.depth,
                  "of these, only those at most so many calls away from a "
                  "change (any)")
      ->type_name("N");
  check
      .add_option("--max-memory", raw.check.max_memory,
                  "MiB of memory, shared by the jobs (4096)")
      ->type_name("MB")
      ->check(CLI::Range(1024u, 1u << 24));
  check
      .add_option("--fail-on", raw.fail_on,
                  "what makes the exit code differ from 0: conflict, unknown "
                  "(the default) or never")
      ->check(CLI::IsMember(names(fail_on_names)));
  check.add_flag("--no-exec", raw.is_interpreted,
                 "run no code of the repository: interpret it instead");
}

void add_results(CLI::App &check, RawOptions &raw) {
  check
      .add_option("--output", raw.outputs,
                  "write a report, text or json; - is standard output "
                  "(repeatable)")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false);
  if (check.get_name() != "test")
    check
        .add_option("--tests", raw.check.test_directory,
                    "where tests that show conflicts are written "
                    "(mergeproof-tests)")
        ->type_name("DIR");
  check
      .add_option("--emit-proof", raw.check.proof_directory,
                  "keep the verification conditions of proofs, as SMT-LIB 2")
      ->type_name("DIR");
  check
      .add_option(
          "--dump", raw.dumps,
          "print the result of a step and stop after the last one: git, "
          "files, ir, closure, align, questions (repeatable)")
      ->type_name("STEP")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names(dump_names)));
  check
      .add_option("--relational", raw.relational,
                  "what proofs make use of: full (the default), or, to measure "
                  "what that is worth, no-dependence or product")
      ->check(CLI::IsMember(names(ablation_names)));
  check.add_flag("-v,--verbose", raw.check.is_verbose,
                 "list every function and what its verdict rests on");
}

void add_run(CLI::App &run, RunOptions &options) {
  run.add_option("FILE", options.files, "the files of the program")
      ->required()
      ->type_name("FILE.c...");
  run.add_option("--arg", options.arguments,
                 "an argument for the program (repeatable)")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  run.add_option("--steps", options.steps,
                 "statements and jumps before it is stopped (1000000000)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  run.add_flag("--check-alignment", options.checks_alignment,
               "stop at accesses through pointers that are not aligned");
  run.add_flag("--zero-memory", options.ignores_unset,
               "take memory that was never written for zeros, do not stop "
               "where it is used");
}

void add_survey(CLI::App &survey, SurveyOptions &options) {
  survey
      .add_option("PATH", options.paths,
                  "C files and directories (default: everything here)")
      ->type_name("PATH...");
  survey
      .add_option("-p", options.database,
                  "compile_commands.json or the directory that holds it")
      ->type_name("DIR");
  survey.add_option("-j,--jobs", options.jobs, "files read at a time")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u));
  survey.add_option("--json", options.json_file, "write the result here, too")
      ->type_name("FILE");
  survey.add_flag("-v,--verbose", options.is_verbose,
                  "list every function that is not understood");
}

// "json=report.json"
Output read_output(const std::string &text) {
  std::size_t equals = text.find('=');
  auto format = format_names.find(text.substr(0, equals));
  if (equals == std::string::npos || format == format_names.end() ||
      equals + 1 == text.size())
    throw CLI::ValidationError("--output",
                               "'" + text +
                                   "' is not FORMAT=FILE with a format of text "
                                   "or json");
  return {format->second, text.substr(equals + 1)};
}

// "old..new", and as many as there must be.
void finish_comparison(CheckOptions &diff) {
  diff.has_base = false;
  std::vector<std::string> &names = diff.revisions;
  std::size_t dots =
      names.size() == 1 ? names[0].find("..") : std::string::npos;
  if (dots != std::string::npos) {
    std::size_t behind = names[0].find_first_not_of('.', dots);
    std::string newer =
        behind == std::string::npos ? "HEAD" : names[0].substr(behind);
    names = {dots == 0 ? "HEAD" : names[0].substr(0, dots), newer};
  }
  if (diff.files.empty() ? names.size() != 2 : diff.files.size() != 2)
    throw CLI::ValidationError(diff.files.empty() ? "REVISION" : "--files",
                               "needs two versions, old and new");
}

void finish_files(RawOptions &raw) {
  CheckOptions &check = raw.check;
  if (!raw.files_without_base.empty()) {
    if (!check.files.empty())
      throw CLI::ValidationError("--no-base", "excludes --files");
    check.files = raw.files_without_base;
    check.has_base = false;
  }
  if (!check.files.empty() && !check.revisions.empty())
    throw CLI::ValidationError("--files", "excludes revisions");
  if (check.is_comparison)
    return finish_comparison(check);
  if (check.files.empty())
    return;
  std::size_t least = check.has_base ? 4 : 3;
  if (check.files.size() < least)
    throw CLI::ValidationError(
        check.has_base ? "--files" : "--no-base",
        check.has_base ? "needs base, two or more parents, and merge"
                       : "needs two or more parents, and merge");
}

void finish(RawOptions &raw, std::vector<std::string> flags) {
  finish_files(raw);
  CheckOptions &check = raw.check;
  check.flags = std::move(flags);
  check.functions = {raw.functions.begin(), raw.functions.end()};
  if (!raw.explained.empty()) {
    check.functions = {raw.explained};
    check.is_verbose = true;
  }
  check.fail_on = fail_on_names.at(raw.fail_on);
  check.ablation = ablation_names.at(raw.relational);
  check.runs_code = !raw.is_interpreted;
  for (const std::string &name : raw.dumps)
    check.dumps.insert(dump_names.at(name));
  for (const std::string &text : raw.outputs)
    check.outputs.push_back(read_output(text));
}

Command finish_command(const CLI::App &app, RawOptions &raw,
                       std::vector<std::string> flags) {
  raw.run.flags = raw.survey.flags = flags;
  raw.check.is_comparison = app.got_subcommand("diff");
  raw.check.shows_paths = app.got_subcommand("paths");
  raw.check.writes_tests = app.got_subcommand("test");
  raw.check.framework = check::find_framework(raw.framework)
                            .value_or(check::TestFramework::Assert);
  if (!app.got_subcommand("run") && !app.got_subcommand("survey"))
    finish(raw, std::move(flags));
  if (!raw.directory.empty() && chdir(raw.directory.c_str()) != 0)
    throw CLI::ValidationError("-C", "cannot enter " + raw.directory);
  if (app.got_subcommand("run"))
    return std::move(raw.run);
  if (app.got_subcommand("survey"))
    return std::move(raw.survey);
  return std::move(raw.check);
}

// Those that look at a merge, or at two versions.
void add_merge_commands(CLI::App &app, RawOptions &raw) {
  CLI::App &check = *app.add_subcommand(
      "check", "check a merge: was something lost, is something new?");
  check.footer(std::string(examples) + "\n" + exit_codes);
  add_what_to_check(check, raw);
  CLI::App &diff = *app.add_subcommand(
      "diff", "compare two versions: which functions behave differently?");
  diff.footer(std::string(diff_examples) + "\n" + diff_exit_codes);
  add_what_to_compare(diff, raw);
  CLI::App &explain = *app.add_subcommand(
      "explain", "check one function, and say how the verdict came about");
  explain.footer(std::string(explain_examples) + "\n" + exit_codes);
  add_explain(explain, raw);
  add_what_to_check(explain, raw);
  CLI::App &paths = *app.add_subcommand(
      "paths", "list each version's path conditions and the rules they break");
  paths.footer(std::string(paths_examples) + "\n" + exit_codes);
  add_what_to_check(paths, raw);
  add_paths(paths, raw);
  CLI::App &test = *app.add_subcommand(
      "test", "write unit tests that show what a merge does not keep");
  test.footer(std::string(test_examples) + "\n" + exit_codes);
  add_what_to_check(test, raw);
  add_tests(test, raw);
  for (CLI::App *command : {&check, &diff, &paths, &test})
    add_units(*command, raw);
  for (CLI::App *command : {&check, &diff, &explain, &paths, &test}) {
    add_limits(*command, raw);
    add_results(*command, raw);
  }
}

// Everything behind the first "--" is for clang.
std::vector<std::string> split_flags(std::vector<std::string> &arguments) {
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end())
    return {};
  std::vector<std::string> flags(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return flags;
}

Finished complain(const CLI::App &app, const CLI::ParseError &error) {
  if (error.get_exit_code() == 0)
    return {app.exit(error)};
  std::string message = error.what();
  std::vector<std::string> unknown = app.remaining();
  if (app.get_subcommands().empty() && !unknown.empty())
    message = "there is no command '" + unknown.front() + "'";
  std::vector<CLI::App *> asked = app.get_subcommands();
  std::fprintf(stderr, "mergeproof: error: %s; see mergeproof %s--help\n",
               message.c_str(),
               asked.empty() ? "" : (asked.front()->get_name() + " ").c_str());
  return {usage_error};
}

} // namespace

Command read_command_line(int argc, char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::vector<std::string> flags = split_flags(arguments);
  std::reverse(arguments.begin(), arguments.end()); // as CLI11 wants them
  CLI::App app(
      "tells whether a merge kept what every branch did, and proves it",
      "mergeproof");
  RawOptions raw;
  raw.check.jobs = raw.survey.jobs =
      std::max(1u, std::thread::hardware_concurrency());
  app.set_version_flag("--version", tool_name);
  app.require_subcommand(1);
  app.footer(std::string(examples) + "\n" + run_line + "\n" + exit_codes);
  add_merge_commands(app, raw);
  CLI::App &run = *app.add_subcommand(
      "run", "run a C program in the interpreter that checks go by");
  run.footer(std::string(run_examples) + "\n" + run_exit_codes);
  add_run(run, raw.run);
  CLI::App &survey = *app.add_subcommand(
      "survey", "say which functions here are understood, and why not");
  survey.footer(survey_examples);
  add_survey(survey, raw.survey);
  std::vector<CLI::App *> all = app.get_subcommands(nullptr);
  all.push_back(&app);
  for (CLI::App *command : all)
    command->add_option("-C", raw.directory, "run as if started in DIR")
        ->type_name("DIR");
  try {
    app.parse(arguments);
    return finish_command(app, raw, std::move(flags));
  } catch (const CLI::ParseError &error) {
    return complain(app, error);
  }
}

} // namespace mergeproof::app

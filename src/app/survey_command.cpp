#include "app/survey_command.h"

#include "app/options.h"
#include "app/reading/compile_flags.h"
#include "checkout/declaring_tree.h"
#include "checkout/directory_tree.h"
#include "checkout/template_tree.h"
#include "frontend/c/parse.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "portfolio/worker.h"
#include "scan/text_index.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mergeproof::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int not_surveyed = 4; // some file could not be read
constexpr unsigned file_seconds = 300;
constexpr std::uint64_t file_memory = std::uint64_t(3) << 30;

int complain(const std::string &message) {
  std::fprintf(stderr, "mergeproof: error: %s\n", message.c_str());
  return usage_error;
}

bool is_asked(const SurveyOptions &options, const std::string &path) {
  auto covers = [&path](const std::string &asked) {
    std::string name = fs::path(asked).lexically_normal().string();
    while (name.ends_with('/'))
      name.pop_back();
    return name == "." || path == name || path.starts_with(name + "/");
  };
  return options.paths.empty() ||
         std::any_of(options.paths.begin(), options.paths.end(), covers);
}

// What the IR's own rules say of a program: it is well-formed, and reading its
// text form gives the same again.
std::string find_fault(const ir::Program &program) {
  if (std::vector<std::string> faults = ir::verify(program); !faults.empty())
    return faults.front();
  std::string text = ir::print(program);
  ir::Context context;
  auto again = ir::parse_program(context, text);
  if (!again)
    return again.error().message;
  return ir::print(again.value()) == text
             ? ""
             : "the text form does not read back as the same program";
}

json function_entry(const std::string &name, unsigned line,
                    const std::string &reason) {
  return {{"function", name}, {"line", line}, {"reason", reason}};
}

// As a check does: what missing headers declare is made up where that helps.
frontend::c::ParsedUnit
parse_with_names(ir::Context &context,
                 const frontend::c::ParseRequest &request) {
  frontend::c::ParsedUnit unit = frontend::c::parse(context, request);
  source::UnknownNames names;
  for (std::size_t before = 1; before != names.size();) {
    before = names.size();
    names.add(unit.unknown);
    if (names.size() == before)
      break;
    checkout::DeclaringTree tree(*request.tree, names);
    frontend::c::ParseRequest again = request;
    again.tree = &tree;
    for (const std::string &flag : checkout::DeclaringTree::include_flags())
      again.flags.push_back(flag);
    frontend::c::ParsedUnit better = frontend::c::parse(context, again);
    if (!better.failure.empty() || better.skipped.size() > unit.skipped.size())
      break;
    unit = std::move(better);
  }
  return unit;
}

// One file, in a process of its own.
json survey_file(const frontend::c::ParseRequest &request) {
  ir::Context context;
  frontend::c::ParsedUnit unit = parse_with_names(context, request);
  if (!unit.failure.empty())
    throw std::runtime_error(unit.failure);
  json found = {{"understood", 0},
                {"opaque", json::array()},
                {"rejected", json::array()}};
  int understood = 0;
  for (const auto &[id, function] : unit.program.functions) {
    if (!function.is_defined ||
        context.files.path(function.span.file) != request.path)
      continue;
    if (function.opaque_reasons.empty())
      understood++;
    else
      found["opaque"].push_back(
          function_entry(std::string(function.name), function.span.line,
                         function.opaque_reasons.front()));
  }
  for (const frontend::c::SkippedFunction &skipped : unit.skipped)
    if (context.files.path(skipped.span.file) == request.path)
      found["rejected"].push_back(
          function_entry(skipped.name, skipped.span.line, skipped.reason));
  found["understood"] = understood;
  found["missing headers"] = unit.missing_includes;
  found["fault"] = find_fault(unit.program);
  return found;
}

class Survey {
public:
  Survey(const SurveyOptions &options, const source::Tree &tree,
         CompileFlags &flags)
      : options_(options), tree_(tree), flags_(flags) {
    for (const std::string &path : tree.files())
      if (scan::is_c_file(path) && is_asked(options, path))
        paths_.push_back(path);
    find_parts();
  }

  int run() {
    if (paths_.empty())
      return complain("there is no C file here; name a directory with C files");
    portfolio::run_jobs(
        paths_.size(), options_.jobs,
        {.seconds = file_seconds, .memory = file_memory},
        {[&](std::size_t job, const portfolio::SayMore &) {
           return read(paths_[job]).dump();
         },
         [&](std::size_t job, const portfolio::JobOutcome &outcome) {
           note(paths_[job], outcome);
         },
         [](std::size_t) { return true; }});
    print();
    return write_json();
  }

private:
  void find_parts();
  json read(const std::string &path) {
    return survey_file({.tree = &tree_,
                        .path = path,
                        .key_path = path,
                        .flags = flags_.flags_for(tree_, path)});
  }
  void note(const std::string &path, const portfolio::JobOutcome &outcome);
  void count(const std::string &path, const json &found, const char *kind,
             std::size_t &total);
  void print() const;
  void print_reasons() const;
  int write_json() const;
  std::size_t functions() const { return understood_ + opaque_ + rejected_; }
  double share() const {
    return functions() ? 100.0 * static_cast<double>(understood_) /
                             static_cast<double>(functions())
                       : 100.0;
  }

  const SurveyOptions &options_;
  const source::Tree &tree_;
  CompileFlags &flags_;
  std::vector<std::string> paths_;
  std::set<std::string> parts_; // C files that others include
  std::size_t included_ = 0;    // functions of theirs that clang rejects
  std::size_t understood_ = 0, opaque_ = 0, rejected_ = 0;
  // By reason: where.
  std::map<std::string, std::vector<std::string>> reasons_;
  std::map<std::string, std::string> failed_; // files
  std::map<std::string, std::string> faults_; // broken rules of the IR
  json files_ = json::object();
};

void Survey::find_parts() {
  scan::TextIndex index;
  for (const std::string &path : tree_.files())
    if (const scan::TextFile *file =
            scan::is_c_text(path) ? index.file(tree_, path) : nullptr)
      for (const scan::TextInclude &include : file->includes)
        if (scan::is_c_file(include.name))
          for (const std::string &found : index.resolve(tree_, path, include))
            if (found != path)
              parts_.insert(found);
}

void Survey::count(const std::string &path, const json &found, const char *kind,
                   std::size_t &total) {
  for (const json &one : found[kind]) {
    total++;
    std::string reason = one["reason"];
    if (std::string(kind) == "rejected")
      reason = "clang: " + reason;
    reasons_[reason].push_back(fmt::format("{}:{} {}", path,
                                           one["line"].get<unsigned>(),
                                           one["function"].get<std::string>()));
  }
}

void Survey::note(const std::string &path,
                  const portfolio::JobOutcome &outcome) {
  if (!outcome.has_finished) {
    failed_[path] = outcome.failure;
    return;
  }
  json found = json::parse(outcome.text);
  understood_ += found["understood"].get<std::size_t>();
  count(path, found, "opaque", opaque_);
  // They are read where they are included.
  if (parts_.contains(path))
    included_ += found["rejected"].size();
  else
    count(path, found, "rejected", rejected_);
  if (std::string fault = found["fault"]; !fault.empty())
    faults_[path] = fault;
  found["seconds"] = outcome.seconds;
  files_[path] = std::move(found);
}

void Survey::print_reasons() const {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto &[reason, places] : reasons_)
    ranked.emplace_back(places.size(), reason);
  std::sort(ranked.rbegin(), ranked.rend());
  constexpr std::size_t shown = 20;
  std::size_t left = 0;
  for (const auto &[number, reason] : ranked) {
    if (left++ >= shown && !options_.is_verbose)
      continue;
    const std::vector<std::string> &places = reasons_.at(reason);
    std::printf("%7zu  %s  (%s)\n", number, reason.c_str(),
                places.front().c_str());
    for (std::size_t i = 1; options_.is_verbose && i < places.size(); i++)
      std::printf("         %s\n", places[i].c_str());
  }
  if (ranked.size() > shown && !options_.is_verbose)
    std::printf("         %zu more reasons: -v\n", ranked.size() - shown);
}

void Survey::print() const {
  print_reasons();
  if (included_ > 0)
    std::printf("not counted: %zu functions that clang rejects in files that "
                "others include\n",
                included_);
  for (const auto &[path, failure] : failed_)
    std::printf("not read: %s: %s\n", path.c_str(), failure.c_str());
  for (const auto &[path, fault] : faults_)
    std::printf("internal error: %s: %s\n", path.c_str(), fault.c_str());
  std::printf("%zu functions in %zu files · %zu understood (%.1f %%) · %zu "
              "opaque · %zu rejected by clang · %zu files not read\n",
              functions(), paths_.size(), understood_, share(), opaque_,
              rejected_, failed_.size());
}

int Survey::write_json() const {
  if (!options_.json_file.empty()) {
    std::ofstream file(options_.json_file);
    file << json{{"schema", "mergeproof-survey/1"},
                 {"tool", tool_name},
                 {"files", files_},
                 {"failed", failed_},
                 {"summary",
                  {{"functions", functions()},
                   {"understood", understood_},
                   {"opaque", opaque_},
                   {"rejected", rejected_}}}}
                .dump(2)
         << '\n';
    if (!file.flush())
      return complain("cannot write " + options_.json_file);
  }
  return faults_.empty() && failed_.empty() ? 0 : not_surveyed;
}

} // namespace

int run_survey(const SurveyOptions &options) {
  for (const std::string &path : options.paths)
    if (!fs::exists(path))
      return complain("there is no " + path);
  auto opened = checkout::DirectoryTree::open(".");
  if (!opened)
    return complain(opened.error().message);
  std::shared_ptr<const source::Tree> tree =
      std::make_shared<checkout::DirectoryTree>(std::move(opened).value());
  std::error_code ignored;
  auto flags = CompileFlags::choose(
      {.database = options.database, .flags = options.flags},
      fs::current_path(ignored).string());
  if (!flags)
    return complain(flags.error().message);
  if (!flags.value().has_database())
    tree = std::make_shared<checkout::TemplateTree>(
        tree, frontend::flags::script_headers(*tree));
  return Survey(options, *tree, flags.value()).run();
}

} // namespace mergeproof::app

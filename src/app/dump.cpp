#include "app/dump.h"

#include "align/alignment.h"
#include "ir/print.h"

#include <fmt/core.h>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

const char *to_text(git::ChangeKind kind) {
  switch (kind) {
  case git::ChangeKind::Added:
    return "added";
  case git::ChangeKind::Modified:
    return "modified";
  case git::ChangeKind::Deleted:
    return "deleted";
  case git::ChangeKind::Renamed:
    return "renamed";
  }
  return "";
}

const char *to_text(impact::UnitKind kind) {
  switch (kind) {
  case impact::UnitKind::Identity:
    return "identity";
  case impact::UnitKind::Analyse:
    return "analyse";
  case impact::UnitKind::OnlyInMerge:
    return "only in merge";
  case impact::UnitKind::Renamed:
    return "renamed";
  }
  return "";
}

std::string indent(const std::string &text) {
  std::string out = "  ";
  for (std::size_t i = 0; i < text.size(); i++) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size())
      out += "  ";
  }
  return out.ends_with('\n') ? out : out + '\n';
}

} // namespace

void dump_git(const git::MergeInput &input) {
  for (const source::Revision &revision : input.revisions) {
    fmt::print("version {} {}\n", revision.id, revision.label);
    if (auto found = input.changes.find(revision.id);
        found != input.changes.end())
      for (const auto &[key, kind] : found->second)
        fmt::print("  {} {}\n", to_text(kind), key);
    if (auto found = input.renames.find(revision.id);
        found != input.renames.end())
      for (const auto &[path, key] : found->second)
        fmt::print("  path {} is {}\n", path, key);
  }
  for (const std::string &file : input.conflicted_files)
    fmt::print("conflicted {}\n", file);
}

void dump_files(const scan::FileSelection &selection) {
  for (const std::string &key : selection.touched)
    fmt::print("touched {}\n", key);
  for (const std::string &key : selection.related)
    fmt::print("related {}\n", key);
  for (const std::string &note : selection.notes)
    fmt::print("note {}\n", note);
}

void dump_ir(const VersionSet &set) {
  for (const impact::AnalysedVersion &version : set.versions)
    fmt::print("# version {}\n{}", version.revision.id,
               ir::print(*version.program));
}

void dump_closures(const VersionSet &set) {
  for (const impact::Unit &unit : set.triage.units) {
    fmt::print("{}: {}, {}\n", unit.id, to_text(unit.kind), unit.reason);
    for (const impact::AnalysedVersion &version : set.versions)
      if (const auto *closure = version.closures->find_function(unit.id))
        fmt::print("  {} own {:016x}{:016x} closure {:016x}{:016x}\n",
                   version.revision.id, closure->own.high, closure->own.low,
                   closure->closure.high, closure->closure.low);
  }
  for (const impact::RemovedFunction &removed : set.triage.removed)
    fmt::print("{}: removed, in {}\n", removed.id,
               fmt::join(removed.versions, ", "));
}

void dump_alignments(const std::vector<portfolio::Task> &tasks) {
  for (const portfolio::Task &task : tasks) {
    std::vector<const ir::Function *> functions;
    for (const verdict::VersionOfUnit &version : task.question.versions)
      functions.push_back(version.function);
    align::Alignment alignment =
        align::align(*task.question.context, functions);
    fmt::print("{}\n{}", task.question.unit,
               indent(ir::print(alignment.skeleton)));
    for (std::size_t v = 0; v < functions.size(); v++)
      for (std::size_t hole = 0; hole < alignment.edits[v].size(); hole++)
        fmt::print("  {} [{}]\n{}", task.question.versions[v].revision.id, hole,
                   indent(indent(ir::print(alignment.edits[v][hole]))));
  }
}

void dump_questions(const std::vector<portfolio::Task> &tasks) {
  for (const portfolio::Task &task : tasks) {
    std::vector<std::string> versions;
    for (const verdict::VersionOfUnit &version : task.question.versions)
      versions.push_back(version.revision.id);
    fmt::print("{}: {} ({})\n", task.question.unit, fmt::join(versions, ", "),
               task.why_asked);
  }
}

} // namespace mergeproof::app

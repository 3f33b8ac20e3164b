#include "report/text.h"

#include "report/conflict_text.h"
#include "report/path_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mergeproof::report {
namespace {

using verdict::UnitAnswer;
using verdict::UnitResult;

constexpr std::size_t shown_per_reason = 8;
constexpr std::size_t longest_note = 400; // characters, until a list ends

std::string plural(std::size_t n, const char *one, const char *many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

class Writer {
public:
  Writer(const Report &report, const TextOptions &options)
      : report_(report), options_(options), paint_(options.colour),
        counts_(count(report)) {}

  std::string write() {
    add_verdict();
    add_versions();
    for (const UnitResult &unit : report_.units)
      if (unit.paths.has_value())
        add_block(show_paths(unit, *unit.paths, options_));
    add_conflicts(false);
    for (const BuildFinding &finding : report_.build)
      add_block(show_finding(finding, options_));
    add_conflicts(true);
    add_groups(UnitAnswer::Unknown, "undecided");
    add_groups(UnitAnswer::NotAnalysed, "not analysed");
    add_conflicted_files();
    add_notes();
    add_proofs();
    add_last_lines();
    return out_;
  }

private:
  void add(const std::string &line) { out_ += line + "\n"; }
  void add_block(const Lines &lines) {
    add("");
    for (const std::string &line : lines)
      add(line);
  }
  bool is_full() const { return options_.detail == Detail::Full; }

  void add_verdict();
  void add_versions();
  void add_conflicts(bool inherent);
  void add_groups(UnitAnswer answer, const char *title);
  std::string group_name(const UnitResult &unit) const;
  void add_conflicted_files();
  void add_notes();
  std::string shortened(std::string note) const;
  void add_proofs();
  void add_proof_list(const std::vector<const UnitResult *> &units);
  void add_explanation(const UnitResult &unit);
  void add_last_lines();
  std::string verdict_text() const;
  std::string comparison_text() const;

  const Report &report_;
  const TextOptions &options_;
  Paint paint_;
  Counts counts_;
  std::string out_;
};

std::string Writer::comparison_text() const {
  if (counts_.conflicts > 0)
    return paint_(Ink::Red, "DIFFERENT: ") +
           plural(counts_.conflicts, "function does", "functions do") +
           " something else";
  if (!report_.is_complete)
    return paint_(Ink::Yellow, "INCOMPLETE: ") +
           "no difference seen before the run ended; nothing is said about the "
           "rest";
  if (counts_.unknown + counts_.not_analysed > 0)
    return paint_(Ink::Yellow, "UNDECIDED: ") +
           "no difference found, but not every function could be decided";
  if (counts_.proved == 0)
    return "nothing to compare: no function differs";
  return paint_(Ink::Green, "EQUIVALENT: ") + "proved for " +
         plural(counts_.proved, "function", "functions") +
         ", under the assumptions below";
}

std::string Writer::verdict_text() const {
  if (is_comparison(report_))
    return comparison_text();
  if (counts_.conflicts > 0)
    return paint_(Ink::Red, "CONFLICT: ") +
           plural(counts_.conflicts, "place", "places") +
           " where the merge does not keep what the parents did";
  if (!report_.is_complete)
    return paint_(Ink::Yellow, "INCOMPLETE: ") +
           "no conflict seen before the run ended; nothing is said about the "
           "rest";
  if (counts_.unknown + counts_.not_analysed > 0 ||
      !report_.conflicted_files.empty())
    return paint_(Ink::Yellow, "UNDECIDED: ") +
           "no conflict found, but not every function could be decided";
  if (counts_.inherent > 0)
    return paint_(Ink::Yellow, "INHERENT: ") +
           "the parents want different things in " +
           plural(counts_.inherent, "function", "functions") +
           "; no merge could please both, and nothing else of these is proved";
  if (counts_.proved == 0)
    return "nothing to analyse: no function is in question";
  return paint_(Ink::Green, "CONFLICT-FREE: ") + "proved for " +
         plural(counts_.proved, "function", "functions") +
         ", under the assumptions below";
}

void Writer::add_verdict() { add(verdict_text()); }

void Writer::add_versions() {
  std::vector<std::string> versions;
  for (const source::Revision &revision : report_.versions)
    versions.push_back(revision.id + " = " + make_printable(revision.label));
  if (!versions.empty())
    add(paint_(Ink::Dim, fmt::format("{}", fmt::join(versions, ", "))));
}

void Writer::add_conflicts(bool inherent) {
  for (const UnitResult &unit : report_.units)
    if (unit.answer == UnitAnswer::Conflict && is_inherent(unit) == inherent)
      add_block(show_conflict(report_, unit, options_));
}

// In brief, what was tried besides ("; 400 inputs were run …") is left out.
std::string Writer::group_name(const UnitResult &unit) const {
  std::string reason = make_printable(unit.reason);
  if (is_full())
    return reason;
  std::string brief = reason.substr(0, reason.find("; "));
  bool is_open = brief.rfind('(') != brief.npos &&
                 brief.find(')', brief.rfind('(')) == brief.npos;
  return is_open ? brief + ")" : brief;
}

void Writer::add_groups(UnitAnswer answer, const char *title) {
  std::map<std::string, std::vector<const UnitResult *>> groups;
  for (const UnitResult &unit : report_.units)
    if (unit.answer == answer)
      groups[group_name(unit)].push_back(&unit);
  if (groups.empty())
    return;
  add("");
  add(paint_(Ink::Yellow, title) + ":");
  for (const auto &[reason, units] : groups) {
    add("  " + (reason.empty() ? "no reason was given" : reason));
    std::size_t shown = is_full() || units.size() <= shown_per_reason + 1
                            ? units.size()
                            : shown_per_reason;
    for (std::size_t i = 0; i < shown; i++)
      add(fmt::format("    {}  {}:{}", make_printable(units[i]->function),
                      make_printable(units[i]->file), units[i]->line));
    for (std::size_t i = 0; is_full() && i < shown; i++)
      add_explanation(*units[i]);
    if (shown < units.size())
      add(fmt::format("    and {} more (-v lists them)", units.size() - shown));
  }
}

void Writer::add_conflicted_files() {
  if (report_.conflicted_files.empty())
    return;
  add("");
  add(paint_(Ink::Yellow, "textual conflicts") +
      ", left out until somebody resolves them:");
  for (const std::string &file : report_.conflicted_files)
    add("  " + make_printable(file));
}

void Writer::add_notes() {
  if (report_.notes.empty())
    return;
  add("");
  add("notes:");
  for (const std::string &note : report_.notes)
    add("  " + shortened(make_printable(note)));
}

// Without -v, lists of names end where they are longer than anybody reads.
std::string Writer::shortened(std::string note) const {
  std::size_t end = note.find(", ", longest_note);
  if (is_full() || end == std::string::npos)
    return note;
  std::size_t left = 0;
  for (std::size_t at = end; at != std::string::npos;
       at = note.find(", ", at + 1))
    left++;
  return note.substr(0, end) +
         fmt::format(" and {} more (-v lists them)", left);
}

void Writer::add_proof_list(const std::vector<const UnitResult *> &units) {
  for (const UnitResult *unit : units) {
    std::string how = unit->by.empty() ? "?" : unit->by;
    if (!unit->recheck.empty())
      how += ", " + unit->recheck;
    if (!unit->reason.empty())
      how += ", " + unit->reason;
    add(fmt::format("    {}  {}:{}  ({})", make_printable(unit->function),
                    make_printable(unit->file), unit->line,
                    make_printable(how)));
    add_explanation(*unit);
  }
}

void Writer::add_explanation(const UnitResult &unit) {
  for (const std::string &line : unit.explanation)
    add("      " + make_printable(line));
}

// One paragraph per distinct set of assumptions.
void Writer::add_proofs() {
  std::map<verdict::Assumptions, std::vector<const UnitResult *>> by_set;
  std::map<std::string, std::size_t> unchecked; // by who vouches
  for (const UnitResult &unit : report_.units)
    if (unit.answer == UnitAnswer::Proved) {
      by_set[unit.assumptions].push_back(&unit);
      if (unit.recheck.ends_with(" only"))
        unchecked[unit.recheck]++;
    }
  if (by_set.empty())
    return;
  add("");
  verdict::Assumptions all;
  for (const auto &[assumptions, units] : by_set) {
    std::vector<std::string> texts;
    for (verdict::Assumption assumption : assumptions)
      texts.emplace_back(verdict::to_text(assumption));
    all.insert(assumptions.begin(), assumptions.end());
    add(fmt::format("{}: {}",
                    plural(units.size(), "proof rests on", "proofs rest on"),
                    texts.empty() ? "the code being the same, no more"
                                  : fmt::format("{}", fmt::join(texts, ", "))));
    if (is_full())
      add_proof_list(units);
  }
  for (const auto &[solver, count] : unchecked)
    add(fmt::format("{} by {}: no second solver confirmed what it says",
                    plural(count, "proof", "proofs"), solver));
  if (is_full())
    for (verdict::Assumption assumption : all)
      add(fmt::format("  {}: {}", verdict::to_text(assumption),
                      verdict::meaning_of(assumption)));
}

void Writer::add_last_lines() {
  add("");
  if (counts_.inherent > 0)
    add(plural(counts_.inherent, "inherent conflict", "inherent conflicts") +
        " beside those counted here");
  if (!is_full())
    add(paint_(Ink::Dim, "every function and why: -v, or --output json=FILE"));
  bool compares = is_comparison(report_);
  add(fmt::format("{} {} · {} {} · {} undecided · {} not analysed",
                  counts_.proved, compares ? "equivalent" : "proved",
                  counts_.conflicts, compares ? "different" : "conflicts",
                  counts_.unknown, counts_.not_analysed));
}

} // namespace

std::string to_text(const Report &report, const TextOptions &options) {
  return Writer(report, options).write();
}

} // namespace mergeproof::report

#include "report/conflict_text.h"

#include "report/value_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace mergeproof::report {
namespace {

using verdict::ConfirmedConflict;
using verdict::ConflictKind;
using verdict::Violation;

// What was seen on one set of inputs.
struct Occasion {
  const ConfirmedConflict *first = nullptr;
  std::vector<const ConfirmedConflict *> all;
};

std::string name_kind(const Violation &violation) {
  switch (violation.kind) {
  case ConflictKind::Lost:
    return "lost " + violation.parent;
  case ConflictKind::Unexpected:
    return violation.values.contains(source::new_id) ? "different"
                                                     : "unexpected";
  }
  return "";
}

std::string odd_version(const Violation &violation) {
  if (violation.values.contains(source::new_id))
    return source::new_id;
  return violation.kind == ConflictKind::Lost ? violation.parent : "M";
}

std::vector<Occasion> group_by_inputs(const verdict::UnitResult &unit) {
  std::vector<Occasion> occasions;
  for (const ConfirmedConflict &conflict : unit.conflicts) {
    auto same = std::find_if(
        occasions.begin(), occasions.end(), [&](const Occasion &occasion) {
          return occasion.first->inputs == conflict.inputs &&
                 occasion.first->sequence == conflict.sequence &&
                 occasion.first->test == conflict.test;
        });
    if (same == occasions.end())
      same = occasions.insert(occasions.end(), Occasion{&conflict, {}});
    same->all.push_back(&conflict);
  }
  return occasions;
}

// Where outcomes differ, the other observables only repeat it.
bool has_outcome(const Occasion &occasion) {
  return std::any_of(occasion.all.begin(), occasion.all.end(),
                     [](const ConfirmedConflict *conflict) {
                       return conflict->violation.observable == "outcome";
                     });
}

std::vector<ValueRow> make_rows(const Occasion &occasion) {
  std::vector<ValueRow> rows;
  bool is_about_outcome = has_outcome(occasion);
  for (const ConfirmedConflict *conflict : occasion.all) {
    const Violation &violation = conflict->violation;
    if (is_about_outcome && violation.observable != "outcome")
      continue;
    auto same = std::find_if(rows.begin(), rows.end(), [&](const ValueRow &r) {
      return r.observable == violation.observable;
    });
    if (same == rows.end())
      same = rows.insert(
          rows.end(), ValueRow{violation.observable, "", violation.values, {}});
    if (!same->verdict.empty())
      same->verdict += ", ";
    same->verdict += name_kind(violation);
    same->odd.insert(odd_version(violation));
  }
  return rows;
}

std::string kinds_of(const verdict::UnitResult &unit) {
  std::vector<std::string> kinds;
  for (const ConfirmedConflict &conflict : unit.conflicts) {
    std::string kind = name_kind(conflict.violation);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      kinds.push_back(kind);
  }
  std::string text = fmt::format("{}", fmt::join(kinds, ", "));
  return is_inherent(unit) ? "inherent: " + text : text;
}

std::string show_inputs(const ConfirmedConflict &conflict,
                        const TextOptions &options) {
  constexpr std::size_t most_in_brief = 12;
  std::vector<std::string> inputs;
  bool is_full = options.detail == Detail::Full;
  std::size_t longest = is_full ? 2000 : 60;
  std::size_t most = is_full ? conflict.inputs.size() : most_in_brief;
  for (const auto &[name, value] : conflict.inputs)
    if (inputs.size() < most)
      inputs.push_back(make_printable(name) + " = " +
                       shorten(make_printable(value), longest));
  if (most < conflict.inputs.size())
    inputs.push_back(
        fmt::format("and {} more (-v)", conflict.inputs.size() - most));
  return inputs.empty() ? "none" : fmt::format("{}", fmt::join(inputs, ", "));
}

TableLayout make_layout(const Report &report, const TextOptions &options) {
  TableLayout layout;
  for (const source::Revision &revision : report.versions)
    layout.versions.push_back(revision.id);
  layout.columns = options.columns - 4;
  layout.longest_value = options.detail == Detail::Full ? 2000 : 60;
  return layout;
}

// Of the lines that follow.
std::string what_are_they(const ConfirmedConflict &conflict) {
  if (conflict.blame.empty())
    return "the changes:";
  std::set<std::string> owners;
  for (const verdict::BlamedEdit &edit : conflict.blame)
    owners.insert(edit.owner);
  bool is_one = conflict.blame.size() == 1;
  std::string who = owners.size() > 1 ? "the changes that collide"
                    : is_one          ? "the change"
                                      : "the changes";
  if (!conflict.is_blame_needed)
    return who + (is_one ? " (alone it is enough for this):"
                         : " (together they are enough for this):");
  return who + (is_one ? " (without it, this is not seen):"
                       : " (without any one of them, this is not seen):");
}

void add_locations(const ConfirmedConflict &conflict, const Paint &paint,
                   Lines &lines) {
  if (conflict.locations.empty())
    return;
  lines.push_back("  " + what_are_they(conflict));
  for (const verdict::CodeLocation &location : conflict.locations) {
    bool is_removed = !location.removed_by.empty();
    lines.push_back(
        fmt::format("    {}  {}:{}  {}{}",
                    is_removed ? location.removed_by : location.version,
                    make_printable(location.file), location.line,
                    is_removed ? "without " + location.version + "'s: " : "",
                    paint(Ink::Bold, make_printable(location.text))));
  }
}

void add_evidence(const ConfirmedConflict &conflict, Lines &lines) {
  if (conflict.confirmed == "native")
    lines.push_back("  seen by running the code of every version");
  else
    lines.push_back("  seen by interpreting the code of every version; the "
                    "code itself was not run");
  if (!conflict.test.empty())
    lines.push_back("  test  " + make_printable(conflict.test));
  if (!conflict.no_test.empty())
    lines.push_back("  no test was written: " +
                    make_printable(conflict.no_test));
  if (!conflict.run_command.empty())
    lines.push_back("  run   " + make_printable(conflict.run_command));
}

void add_stubs(const ConfirmedConflict &conflict, Lines &lines) {
  if (conflict.stubs.empty())
    return;
  bool is_one = conflict.stubs.size() == 1;
  lines.push_back(fmt::format(
      "  rests on what {} of {} do{}; the code of {} was not read",
      is_one ? "a stub" : "stubs",
      make_printable(fmt::format("{}", fmt::join(conflict.stubs, ", "))),
      is_one ? "es" : "", is_one ? "the function" : "these functions"));
}

void add_sequence(const ConfirmedConflict &conflict, Lines &lines) {
  std::istringstream text(conflict.sequence);
  if (!conflict.sequence.empty())
    lines.push_back("  called like this:");
  for (std::string line; std::getline(text, line);)
    lines.push_back("    " + make_printable(line));
}

void add_occasion(const Report &report, const Occasion &occasion,
                  const TextOptions &options, Lines &lines) {
  Paint paint(options.colour);
  add_sequence(*occasion.first, lines);
  lines.push_back("  inputs  " + show_inputs(*occasion.first, options));
  add_stubs(*occasion.first, lines);
  for (const std::string &line :
       lay_out(make_rows(occasion), make_layout(report, options)))
    lines.push_back("    " + line);
  add_locations(*occasion.first, paint, lines);
  add_evidence(*occasion.first, lines);
}

const char *severity_text(source::Severity severity) {
  bool is_error = severity == source::Severity::Error ||
                  severity == source::Severity::Fatal;
  return is_error ? "error" : "warning";
}

} // namespace

Lines show_conflict(const Report &report, const verdict::UnitResult &unit,
                    const TextOptions &options) {
  Paint paint(options.colour);
  Lines lines;
  lines.push_back(fmt::format(
      "{} {}  {}:{}",
      paint(is_inherent(unit) ? Ink::Yellow : Ink::Red, kinds_of(unit)),
      paint(Ink::Bold, make_printable(unit.function)),
      make_printable(unit.file), unit.line));
  if (!unit.why_asked.empty())
    lines.push_back("  " + make_printable(unit.why_asked));
  for (const Occasion &occasion : group_by_inputs(unit))
    add_occasion(report, occasion, options, lines);
  return lines;
}

Lines show_finding(const BuildFinding &finding, const TextOptions &options) {
  Paint paint(options.colour);
  const source::Diagnostic &said = finding.diagnostic;
  Lines lines;
  lines.push_back(fmt::format("{} {}:{}:{}", paint(Ink::Red, "build"),
                              make_printable(said.path), said.line,
                              said.column));
  std::string category =
      said.category.empty() ? "" : " [" + make_printable(said.category) + "]";
  lines.push_back(fmt::format("  clang: {}: {}{}", severity_text(said.severity),
                              make_printable(said.message), category));
  if (!said.line_text.empty())
    lines.push_back("    " + paint(Ink::Bold, make_printable(said.line_text)));
  if (!finding.explanation.empty())
    lines.push_back("  " + make_printable(finding.explanation));
  return lines;
}

} // namespace mergeproof::report

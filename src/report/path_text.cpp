#include "report/path_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace mergeproof::report {

namespace {

using verdict::PathElement;
using verdict::PathRule;
using verdict::PathTable;

std::set<unsigned> broken_ones(const PathTable &table) {
  std::set<unsigned> numbers;
  for (const PathRule &rule : table.rules)
    numbers.insert(rule.broken.begin(), rule.broken.end());
  return numbers;
}

std::string rule_text(const PathRule &rule) {
  if (rule.broken.empty())
    return rule.name + " kept";
  return fmt::format("{} broken by {}", rule.name,
                     fmt::join(rule.broken, ", "));
}

std::string rules_text(const PathTable &table) {
  std::vector<std::string> rules;
  for (const PathRule &rule : table.rules)
    rules.push_back(rule_text(rule));
  return fmt::format("{}", fmt::join(rules, " · "));
}

} // namespace

Lines show_paths(const verdict::UnitResult &unit, const PathTable &table,
                 const TextOptions &options) {
  Paint paint(options.colour);
  std::set<unsigned> broken = broken_ones(table);
  Lines lines{fmt::format("{}  {}:{}", make_printable(unit.function),
                          make_printable(unit.file), unit.line)};
  for (const verdict::PathsOfVersion &version : table.versions) {
    std::string name = version.version;
    for (const PathElement &element : version.elements) {
      bool is_broken = broken.contains(element.number);
      std::string line =
          fmt::format("  {:3} {}{:>3}  {}  ->  {}", name, is_broken ? "!" : " ",
                      element.number, make_printable(element.condition),
                      make_printable(element.effect));
      lines.push_back(is_broken ? paint(Ink::Red, line) : line);
      name.clear();
    }
    if (!version.why_incomplete.empty())
      lines.push_back(fmt::format("  {:3}      not every path: {}", name,
                                  make_printable(version.why_incomplete)));
  }
  lines.push_back("  " + rules_text(table));
  lines.push_back(
      fmt::format("  violated: {} / {}", table.violated(), table.elements));
  if (table.undecided > 0)
    lines.push_back(fmt::format("  {} comparisons were too hard for the solver",
                                table.undecided));
  return lines;
}

} // namespace mergeproof::report

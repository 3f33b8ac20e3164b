#include "app/change_locator.h"

#include "align/line_diff.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

constexpr std::size_t most_lines = 3;      // of one side
constexpr std::size_t most_functions = 50; // looked at, nearest first

std::string trim(const std::string &line) {
  std::size_t start = line.find_first_not_of(" \t\r");
  std::size_t end = line.find_last_not_of(" \t\r");
  return start == std::string::npos ? "" : line.substr(start, end - start + 1);
}

} // namespace

std::size_t ChangeLocator::find_version(const std::string &id) const {
  std::size_t version = 0;
  while (version + 1 < input.revisions.size() &&
         input.revisions[version].id != id)
    version++;
  return version;
}

std::vector<std::string> ChangeLocator::lines_of(const ir::Function *function,
                                                 std::size_t version) const {
  if (!function || function->end.line < function->span.line)
    return {};
  auto text = store.tree(version).read(context.files.path(function->span.file));
  if (!text)
    return {};
  std::vector<std::string> lines = align::split_lines(text.value());
  std::size_t last = std::min<std::size_t>(function->end.line, lines.size());
  std::size_t first = std::min<std::size_t>(function->span.line - 1, last);
  return {lines.begin() + static_cast<std::ptrdiff_t>(first),
          lines.begin() + static_cast<std::ptrdiff_t>(last)};
}

// The unit and what it calls, nearest first.
std::vector<ir::Symbol> ChangeLocator::reach(ir::Symbol unit,
                                             std::size_t version) const {
  std::vector<ir::Symbol> found{unit};
  std::set<ir::Symbol> seen{unit};
  for (std::size_t i = 0; i < found.size() && i < most_functions; i++) {
    auto node = set.graphs[version].nodes.find(found[i]);
    if (node == set.graphs[version].nodes.end())
      continue;
    for (ir::Symbol callee : node->second.callees)
      if (seen.insert(callee).second)
        found.push_back(callee);
  }
  return found;
}

bool ChangeLocator::has_same_text(ir::Symbol id, std::size_t side,
                                  std::size_t origin) const {
  const impact::Closure *here = set.closures[side].find_function(id);
  const impact::Closure *there = set.closures[origin].find_function(id);
  return here && there && here->own == there->own;
}

// The lines that are new in `side`; where it only deleted, those of `origin`.
void ChangeLocator::add_function(ir::Symbol id, std::size_t side,
                                 std::size_t origin, Locations &found) const {
  const ir::Function *here = set.versions[side].program->find_defined(id);
  const ir::Function *there = set.versions[origin].program->find_defined(id);
  std::vector<std::string> mine = lines_of(here, side);
  std::vector<std::string> theirs = lines_of(there, origin);
  std::vector<std::size_t> changed = align::changed_lines(theirs, mine);
  const ir::Function *function = here;
  std::size_t version = side;
  if (changed.empty() && there) {
    changed = align::changed_lines(mine, theirs);
    function = there;
    version = origin;
    mine = std::move(theirs);
  }
  if (changed.size() > most_lines)
    changed.resize(most_lines);
  for (std::size_t line : changed)
    found.push_back(
        {.version = input.revisions[version].id,
         .file = context.files.path(function->span.file),
         .line = function->span.line + static_cast<unsigned>(line),
         .text = trim(mine[line]),
         .removed_by = version == side ? "" : input.revisions[side].id});
}

void ChangeLocator::add_globals(ir::Symbol id, std::size_t side,
                                std::size_t origin, Locations &found) const {
  auto node = set.graphs[side].nodes.find(id);
  if (node == set.graphs[side].nodes.end())
    return;
  for (ir::Symbol name : node->second.named.globals) {
    const ir::Global *global = set.versions[side].program->find_global(name);
    const impact::Closure *here = set.closures[side].find_global(name);
    const impact::Closure *there = set.closures[origin].find_global(name);
    bool is_same = here && there && here->own == there->own;
    if (!global || is_same || global->span.line == 0)
      continue;
    const std::string &path = context.files.path(global->span.file);
    auto text = store.tree(side).read(path);
    std::vector<std::string> lines =
        text ? align::split_lines(text.value()) : std::vector<std::string>();
    if (global->span.line <= lines.size())
      found.push_back({.version = input.revisions[side].id,
                       .file = path,
                       .line = global->span.line,
                       .text = trim(lines[global->span.line - 1])});
  }
}

void ChangeLocator::add_side(ir::Symbol unit, std::size_t side,
                             std::size_t origin, Locations &found) const {
  Locations mine;
  for (ir::Symbol id : reach(unit, side)) {
    if (mine.size() >= most_lines)
      break;
    if (set.versions[side].program->find_defined(id) &&
        !has_same_text(id, side, origin))
      add_function(id, side, origin, mine);
    add_globals(id, side, origin, mine);
  }
  if (mine.size() > most_lines)
    mine.resize(most_lines);
  for (verdict::CodeLocation &location : mine)
    if (std::none_of(found.begin(), found.end(), [&](const auto &other) {
          return other.version == location.version &&
                 other.file == location.file && other.line == location.line;
        }))
      found.push_back(std::move(location));
}

std::vector<verdict::CodeLocation>
ChangeLocator::locate(const impact::Unit &unit) const {
  std::size_t merge = input.revisions.size() - 1;
  std::size_t origin = input.has_base ? 0 : merge;
  Locations found;
  for (const std::string &parent : unit.influenced_by)
    add_side(unit.id, find_version(parent), origin, found);
  if (unit.influenced_by.size() < 2 && input.has_base)
    add_side(unit.id, merge,
             unit.influenced_by.empty() ? origin
                                        : find_version(unit.influenced_by[0]),
             found);
  return found;
}

// The new lines among those of the edit, or the first of them.
void ChangeLocator::add_edit(const verdict::BlamedEdit &edit,
                             Locations &found) const {
  std::size_t version = find_version(edit.version);
  std::size_t origin =
      edit.version == edit.owner ? 0 : find_version(edit.owner);
  ir::Symbol id = edit.function;
  const ir::Function *here = set.versions[version].program->find_defined(id);
  const ir::Function *there = set.versions[origin].program->find_defined(id);
  std::vector<std::string> mine = lines_of(here, version);
  std::size_t before = found.size();
  auto add = [&](std::size_t line) {
    found.push_back(
        {.version = edit.version,
         .file = edit.file,
         .line = here->span.line + static_cast<unsigned>(line),
         .text = line < mine.size() ? trim(mine[line]) : std::string(),
         .removed_by = edit.version == edit.owner ? "" : edit.owner});
  };
  if (!here || context.files.path(here->span.file) != edit.file ||
      edit.first < here->span.line)
    return;
  for (std::size_t line : align::changed_lines(lines_of(there, origin), mine)) {
    std::size_t number = here->span.line + line;
    if (number >= edit.first && number <= edit.last &&
        found.size() - before < most_lines)
      add(line);
  }
  if (found.size() == before)
    add(edit.first - here->span.line);
  // Several edits of one line show it once.
  auto is_known = [&](const verdict::CodeLocation &location) {
    return std::find(found.begin(), found.begin() + std::ptrdiff_t(before),
                     location) != found.begin() + std::ptrdiff_t(before);
  };
  found.erase(std::remove_if(found.begin() + std::ptrdiff_t(before),
                             found.end(), is_known),
              found.end());
}

std::vector<verdict::CodeLocation>
ChangeLocator::locate(const impact::Unit &unit,
                      const std::vector<verdict::BlamedEdit> &blame) const {
  Locations found;
  for (const verdict::BlamedEdit &edit : blame)
    add_edit(edit, found);
  std::set<std::string> owners;
  for (const verdict::CodeLocation &location : found)
    owners.insert(location.version);
  if (found.empty())
    return locate(unit);
  if (owners.size() == 1 && unit.influenced_by.size() == 1)
    for (verdict::CodeLocation &location : locate(unit))
      if (location.version == input.revisions.back().id &&
          !owners.count(location.version))
        found.push_back(std::move(location));
  return found;
}

void ChangeLocator::add_locations(verdict::UnitResult &result,
                                  const impact::Unit &unit) const {
  for (verdict::ConfirmedConflict &conflict : result.conflicts)
    conflict.locations = locate(unit, conflict.blame);
}

} // namespace mergeproof::app

#include "app/unseen_functions.h"

#include <algorithm>

namespace mergeproof::app {
namespace {

// Of code between functions of this file.
const source::Diagnostic *outer_error(const ReadFile &file) {
  for (const source::Diagnostic &diagnostic : file.unit->diagnostics)
    if (diagnostic.severity >= source::Severity::Error &&
        diagnostic.function.empty() && diagnostic.path == file.path &&
        !diagnostic.category.ends_with("file_not_found"))
      return &diagnostic;
  return nullptr;
}

std::set<std::string> known_names(const frontend::c::ParsedUnit &unit) {
  std::set<std::string> names;
  for (const auto &[id, function] : unit.program.functions)
    if (function.is_defined)
      names.emplace(function.name);
  for (const frontend::c::SkippedFunction &skipped : unit.skipped)
    names.insert(skipped.name);
  return names;
}

} // namespace

std::vector<LostFunction> unseen_functions(const std::string &key,
                                           const ReadFile &file,
                                           const source::Tree &tree,
                                           scan::TextIndex &index) {
  std::vector<LostFunction> unseen;
  const source::Diagnostic *error = outer_error(file);
  const scan::TextFile *text = error ? index.file(tree, file.path) : nullptr;
  if (!text)
    return unseen;
  std::set<std::string> known = known_names(*file.unit);
  for (const scan::TextItem &item : text->items) {
    bool is_known = std::any_of(item.names.begin(), item.names.end(),
                                [&](scan::NameId name) {
                                  return known.contains(index.names.text(name));
                                });
    if (!item.is_function || item.names.empty() || is_known)
      continue;
    unseen.push_back({.id = {},
                      .name = index.names.text(item.names.front()),
                      .file = key,
                      .line = error->line,
                      .reason = error->message});
  }
  return unseen;
}

} // namespace mergeproof::app

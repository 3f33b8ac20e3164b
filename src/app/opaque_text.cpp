#include "app/opaque_text.h"

#include "support/hash.h"

#include <algorithm>
#include <set>

namespace mergeproof::app {
namespace {

std::string cut_lines(const std::string &text, unsigned first, unsigned last) {
  std::size_t start = 0;
  for (unsigned line = 1; line < first && start != std::string::npos; line++) {
    start = text.find('\n', start);
    if (start != std::string::npos)
      start++;
  }
  if (start == std::string::npos)
    return {};
  std::size_t end = start;
  for (unsigned line = first; line <= last && end < text.size(); line++) {
    end = text.find('\n', end);
    end = end == std::string::npos ? text.size() : end + 1;
  }
  return text.substr(start, end - start);
}

// Up to a brace in the first column, or the end of the file.
std::string cut_function(const std::string &text, unsigned first) {
  std::string rest = cut_lines(text, first, ~0u);
  std::size_t end = rest.find("\n}");
  return end == std::string::npos ? rest : rest.substr(0, end + 2);
}

std::vector<ir::Symbol> everything(const ir::Program &program) {
  std::vector<ir::Symbol> ids;
  for (const auto &[id, function] : program.functions)
    ids.push_back(id);
  for (const auto &[id, global] : program.globals)
    ids.push_back(id);
  return ids;
}

// All that such a statement leaves open is which definition of the callee the
// linker takes; the call behind it says whose.
bool is_only_replaceable(const ir::Function &function) {
  return !function.opaque_reasons.empty() &&
         std::all_of(function.opaque_reasons.begin(),
                     function.opaque_reasons.end(), [](const auto &reason) {
                       return reason == ir::replaceable_reason;
                     });
}

} // namespace

std::string OpaqueText::own_text(std::size_t version,
                                 const ir::Function &function) const {
  const std::string &path = context_.files.path(function.span.file);
  auto text = store_.tree(version).read(path);
  if (!text)
    return {};
  if (function.end.line == 0) // clang did not find its end
    return cut_function(text.value(), function.span.line);
  return cut_lines(text.value(), function.span.line, function.end.line);
}

const OpaqueText::Surroundings &
OpaqueText::surroundings(std::size_t version, const std::string &key) {
  auto [place, is_new] = surroundings_.try_emplace({version, key});
  Surroundings &found = place->second;
  const ReadFile *file = store_.find(version, key);
  if (!is_new || !file || !file->unit)
    return found;
  const source::Tree &tree = store_.tree(version);
  for (const std::string &flag : file->flags)
    found.hash = support::mix(found.hash, support::hash_bytes(flag));
  std::vector<std::string> paths = file->unit->includes;
  for (const std::string &path : paths)
    if (path != file->path)
      found.hash =
          support::mix(found.hash, support::hash_bytes(tree.identity(path)));
  paths.push_back(file->path);
  for (const std::string &path : paths) {
    const scan::TextFile *text = index_.file(tree, path);
    if (!text)
      continue;
    if (path == file->path)
      found.hash = support::mix(found.hash, text->lines_hash);
    for (const scan::TextItem &item : text->items) {
      if (item.is_function && path == file->path)
        for (scan::NameId name : item.names)
          found.places[index_.names.text(name)] = item.place;
      // Inline functions of headers are in the program only if it calls them.
      if (item.is_function && path == file->path)
        continue;
      if (path == file->path)
        found.hash = support::mix(found.hash, item.hash);
      for (scan::NameId name : item.names)
        found.macros[name].push_back(&item);
    }
  }
  return found;
}

// The text's identifiers with all that they may expand to.
std::string OpaqueText::mentions(std::size_t version, const std::string &key,
                                 const std::string &text) {
  const Surroundings &around = surroundings(version, key);
  std::set<scan::NameId> seen;
  std::vector<scan::NameId> waiting;
  auto add = [&](const scan::TextItem &item) {
    for (scan::NameId name : item.mentions)
      if (seen.insert(name).second)
        waiting.push_back(name);
  };
  for (const scan::TextItem &item : scan::scan_text(text, index_.names).items)
    add(item);
  while (!waiting.empty()) {
    auto known = around.macros.find(waiting.back());
    waiting.pop_back();
    if (known != around.macros.end())
      for (const scan::TextItem *item : known->second)
        add(*item);
  }
  std::string all = text;
  for (scan::NameId name : seen)
    all += ' ' + index_.names.text(name);
  return all;
}

std::uint64_t OpaqueText::hash_file(std::size_t version, const std::string &key,
                                    Part part) {
  const ReadFile *file = store_.find(version, key);
  if (!file || !file->unit)
    return 0;
  std::uint64_t hash = surroundings(version, key).hash | 1;
  if (part == Part::WithoutFunctions)
    return hash;
  return support::mix(
      hash, support::hash_bytes(store_.tree(version).identity(file->path)));
}

std::uint64_t OpaqueText::hash(std::size_t version, const std::string &key,
                               const ir::Function &function) {
  if (is_only_replaceable(function))
    return 1;
  const Surroundings &file = surroundings(version, key);
  auto place = file.places.find(std::string(function.name));
  std::uint64_t around =
      support::mix(file.hash, place == file.places.end() ? 0 : place->second);
  return support::mix(around, support::hash_bytes(own_text(version, function)));
}

impact::ClosureOptions
OpaqueText::options(std::size_t version, const ir::Program &program,
                    const std::map<std::string, std::string> &home) {
  auto key_of = [&home](const ir::Function &function) {
    auto found = home.find(std::string(function.id));
    return found == home.end() ? std::string() : found->second;
  };
  impact::ClosureOptions options;
  options.opaque_hash = [this, version, key_of](const ir::Function &function) {
    auto [place, is_new] = hashes_.try_emplace({version, function.id});
    if (is_new)
      place->second = hash(version, key_of(function), function);
    return place->second;
  };
  options.opaque_references = [this, version, key_of,
                               &program](const ir::Function &function) {
    if (is_only_replaceable(function))
      return std::vector<ir::Symbol>();
    std::string key = key_of(function);
    if (key.empty())
      return everything(program);
    auto [place, is_new] = references_.try_emplace({version, function.id});
    if (is_new)
      place->second = impact::find_mentioned(
          program, mentions(version, key, own_text(version, function)));
    return place->second;
  };
  return options;
}

} // namespace mergeproof::app

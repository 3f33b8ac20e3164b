#include "scan/text_index.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace mergeproof::scan {
namespace {

namespace fs = std::filesystem;

bool ends_with_path(const std::string &path, const std::string &tail) {
  return path == tail || path.ends_with("/" + tail);
}

} // namespace

bool is_c_file(const std::string &path) { return path.ends_with(".c"); }

bool is_c_text(const std::string &path) {
  for (const char *end : {".c", ".h", ".inc", ".def", ".inl", ".tbl"})
    if (path.ends_with(end))
      return true;
  return false;
}

namespace {

bool is_name_of_file(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '.' || c == '-' || c == '"';
  });
}

// "f", "f @3", "f = g @3 NONAME".
bool is_export(const std::vector<std::string> &words) {
  return std::all_of(words.begin(), words.end(), [](const std::string &word) {
    return word == "=" ||
           is_name_of_file(word.starts_with('@') ? word.substr(1) : word);
  });
}

// What a Windows linker exports, in a ".def" file: names, a line each, and no
// C. Comments begin with ";".
bool is_module_definition(const std::string &path, const std::string &text) {
  if (!path.ends_with(".def"))
    return false;
  bool has_exports = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream rest(line.substr(0, line.find(';')));
    std::vector<std::string> words{std::istream_iterator<std::string>(rest),
                                   {}};
    if (words.empty())
      continue;
    bool is_head = words[0] == "LIBRARY" && words.size() == 2 && !has_exports;
    if (!is_export(words) ||
        (!is_head && !has_exports && words[0] != "EXPORTS"))
      return false;
    has_exports |= words[0] == "EXPORTS";
  }
  return has_exports;
}

} // namespace

const TextFile *TextIndex::file(const source::Tree &tree,
                                const std::string &path) {
  if (!tree.contains(path))
    return nullptr;
  std::unique_ptr<TextFile> &place = by_identity_[tree.identity(path)];
  if (!place) {
    auto text = tree.read(path);
    if (!text) {
      unreadable.emplace(path, text.error().message);
      return nullptr;
    }
    bool is_c = !is_module_definition(path, text.value());
    place = std::make_unique<TextFile>(is_c ? scan_text(text.value(), names)
                                            : TextFile());
  }
  return place.get();
}

const TextIndex::ByName &TextIndex::files_by_name(const source::Tree &tree) {
  auto [place, is_new] = by_name_.try_emplace(&tree);
  if (is_new)
    for (const std::string &path : tree.files())
      place->second[path.substr(path.rfind('/') + 1)].push_back(path);
  return place->second;
}

std::vector<std::string> TextIndex::resolve(const source::Tree &tree,
                                            const std::string &path,
                                            const TextInclude &include) {
  fs::path beside = fs::path(path).parent_path() / include.name;
  std::string near = beside.lexically_normal().generic_string();
  if (include.is_quoted && tree.contains(near))
    return {near};
  // "../lib/x.h" may be relative to an include directory.
  std::string tail = fs::path(include.name).lexically_normal().generic_string();
  while (tail.starts_with("../"))
    tail.erase(0, 3);
  std::vector<std::string> found;
  const ByName &by_name = files_by_name(tree);
  auto same_name = by_name.find(tail.substr(tail.rfind('/') + 1));
  if (same_name == by_name.end())
    return found;
  for (const std::string &candidate : same_name->second)
    if (ends_with_path(candidate, tail))
      found.push_back(candidate);
  return found;
}

} // namespace mergeproof::scan

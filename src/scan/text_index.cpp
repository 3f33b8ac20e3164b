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

// Of a file, or of what it exports: quoted, too.
bool is_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '_' || c == '.' || c == '-' ||
                  c == '"';
         });
}

// "f", "f @3", "f = g @3 NONAME": words of a line from `at` on.
bool is_export(const std::vector<std::string> &words, std::size_t at) {
  if (at == words.size())
    return true; // "EXPORTS" alone
  bool is_other = at + 2 < words.size() && words[at + 1] == "=";
  if (!is_name(words[at]) || (is_other && !is_name(words[at + 2])))
    return false;
  return std::all_of(
      words.begin() + static_cast<std::ptrdiff_t>(at) + (is_other ? 3 : 1),
      words.end(), [](const std::string &word) {
        return word == "NONAME" || word == "DATA" || word == "PRIVATE" ||
               word == "CONSTANT" ||
               (word.starts_with('@') && is_name(word.substr(1)));
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
    bool is_head = !has_exports && words.size() == 2 && words[0] == "LIBRARY" &&
                   is_name(words[1]);
    bool begins = words[0] == "EXPORTS";
    has_exports |= begins;
    if (!is_head && !(has_exports && is_export(words, begins ? 1 : 0)))
      return false;
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

const TextFile &TextIndex::scan(const std::string &text) {
  return *others_.emplace_back(
      std::make_unique<TextFile>(scan_text(text, names)));
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

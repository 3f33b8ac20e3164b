#include "scan/text_index.h"

#include <filesystem>

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
    place = std::make_unique<TextFile>(scan_text(text.value(), names));
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

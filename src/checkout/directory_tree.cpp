#include "checkout/directory_tree.h"

#include "support/hash.h"
#include "support/read_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace mergeproof::checkout {

namespace fs = std::filesystem;

// What vanishes meanwhile, or cannot be read, is not there.
void DirectoryTree::list(const std::string &below) {
  std::error_code failed;
  fs::directory_iterator entry(fs::path(root_) / below, failed), end;
  for (; !failed && entry != end; entry.increment(failed)) {
    std::error_code ignored;
    std::string name = entry->path().filename();
    if (entry->is_symlink(ignored) || name == ".git")
      continue;
    if (entry->is_directory(ignored))
      list(below + name + "/");
    else if (entry->is_regular_file(ignored))
      files_.push_back(below + name);
  }
}

support::Result<DirectoryTree>
DirectoryTree::open(const std::string &directory) {
  std::error_code failed;
  fs::directory_iterator entries(directory, failed);
  if (failed)
    return support::Error{
        fmt::format("cannot list {}: {}", directory, failed.message())};
  DirectoryTree tree(directory);
  tree.list("");
  std::sort(tree.files_.begin(), tree.files_.end());
  return tree;
}

bool DirectoryTree::contains(const std::string &path) const {
  return std::binary_search(files_.begin(), files_.end(), path);
}

std::string DirectoryTree::identity(const std::string &path) const {
  auto text = read(path);
  return text ? fmt::format("{}-{}", support::hash_bytes(text.value()),
                            text.value().size())
              : std::string();
}

support::Result<std::string>
DirectoryTree::read(const std::string &path) const {
  if (!contains(path))
    return support::Error{"no file " + path + "; check the path"};
  const std::lock_guard lock(*mutex_);
  auto [place, is_new] = texts_.try_emplace(path);
  if (!is_new)
    return place->second;
  auto text = support::read_file((fs::path(root_) / path).string());
  if (!text) {
    texts_.erase(place);
    return text.error();
  }
  return place->second = std::move(text).value();
}

} // namespace mergeproof::checkout

#include "git/tree.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mergeproof::git {

using support::Done;
using support::Error;
using support::Result;
using support::Status;

Result<std::shared_ptr<GitTree>>
GitTree::open(std::shared_ptr<ObjectReader> reader, const std::string &hash) {
  std::shared_ptr<GitTree> tree(new GitTree(std::move(reader), hash));
  const Status listed = tree->list(hash, "");
  if (!listed)
    return listed.error();
  tree->sort();
  return tree;
}

Status GitTree::list(const std::string &hash, const std::string &prefix) {
  const auto entries = reader_->tree(hash);
  if (!entries)
    return Error{"cannot list " +
                 (prefix.empty() ? std::string("the root directory") : prefix) +
                 ": " + entries.error().message};
  for (const TreeEntry &entry : *entries.value()) {
    const std::string path = prefix + entry.name;
    if (entry.is_symlink()) {
      symlinks_.push_back(path);
    } else if (entry.is_submodule()) {
      submodules_.push_back(path);
    } else if (!entry.is_directory()) {
      files_.push_back(path);
      hashes_.push_back(entry.hash);
    } else if (Status listed = list(entry.hash, path + "/"); !listed) {
      return listed;
    }
  }
  return Done{};
}

// Git sorts a directory as if its name ended with '/', so that whole paths are
// sorted already; a tree that some other program wrote may not be.
void GitTree::sort() {
  std::sort(symlinks_.begin(), symlinks_.end());
  std::sort(submodules_.begin(), submodules_.end());
  if (std::is_sorted(files_.begin(), files_.end()))
    return;
  std::vector<std::pair<std::string, std::string>> both;
  both.reserve(files_.size());
  for (std::size_t i = 0; i < files_.size(); ++i)
    both.emplace_back(files_[i], hashes_[i]);
  std::sort(both.begin(), both.end());
  for (std::size_t i = 0; i < files_.size(); ++i)
    std::tie(files_[i], hashes_[i]) = both[i];
}

bool GitTree::contains(const std::string &path) const {
  return std::binary_search(files_.begin(), files_.end(), path);
}

std::string GitTree::identity(const std::string &path) const {
  const auto place = std::lower_bound(files_.begin(), files_.end(), path);
  if (place == files_.end() || *place != path)
    return {};
  return hashes_[static_cast<std::size_t>(place - files_.begin())];
}

Result<std::string> GitTree::read(const std::string &path) const {
  const std::string hash = identity(path);
  if (hash.empty())
    return Error{"no file " + path + " in this version; check the path"};
  Result<std::string> text = reader_->blob(hash);
  if (!text)
    return Error{"cannot read " + path + ": " + text.error().message};
  return text;
}

} // namespace mergeproof::git

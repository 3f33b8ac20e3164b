// All regular files of one commit's tree. Listed when opened, each directory
// once for all versions that share it; texts are read when asked for.
#pragma once

#include "git/object_reader.h"
#include "source/tree.h"

#include <memory>
#include <string>
#include <vector>

namespace mergeproof::git {

class GitTree : public source::Tree {
public:
  // Error: a directory is missing or damaged; the message has its path.
  static support::Result<std::shared_ptr<GitTree>>
  open(std::shared_ptr<ObjectReader> reader, const std::string &hash);

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override;
  std::string identity(const std::string &path) const override;
  support::Result<std::string> read(const std::string &path) const override;

  // Not files: what the tree has there is not text of this repository.
  const std::vector<std::string> &symlinks() const { return symlinks_; }
  const std::vector<std::string> &submodules() const { return submodules_; }

  const std::string &hash() const { return hash_; }

private:
  GitTree(std::shared_ptr<ObjectReader> reader, std::string hash)
      : reader_(std::move(reader)), hash_(std::move(hash)) {}
  support::Status list(const std::string &hash, const std::string &prefix);
  void sort();

  std::shared_ptr<ObjectReader> reader_;
  std::string hash_;
  std::vector<std::string> files_;  // sorted
  std::vector<std::string> hashes_; // of files_
  std::vector<std::string> symlinks_;
  std::vector<std::string> submodules_;
};

} // namespace mergeproof::git

// The files below a directory of the disk, as they are now; ".git" and
// links left out. Texts are read when asked for, and once. Thread-safe.
#pragma once

#include "source/tree.h"

#include <map>
#include <memory>
#include <mutex>

namespace mergeproof::checkout {

class DirectoryTree : public source::Tree {
public:
  // Error: the directory cannot be read.
  static support::Result<DirectoryTree> open(const std::string &directory);

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override;
  std::string identity(const std::string &path) const override;
  support::Result<std::string> read(const std::string &path) const override;

private:
  explicit DirectoryTree(std::string root) : root_(std::move(root)) {}
  void list(const std::string &below);
  std::string root_;
  std::vector<std::string> files_; // sorted
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  mutable std::map<std::string, std::string> texts_;
};

} // namespace mergeproof::checkout

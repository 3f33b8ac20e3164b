// A Tree that is a map: files named on a command line, tests.
#pragma once

#include "source/tree.h"
#include "support/hash.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::source {

class MemoryTree : public Tree {
public:
  explicit MemoryTree(std::map<std::string, std::string> texts)
      : texts_(std::move(texts)) {
    for (const auto &[path, text] : texts_)
      files_.push_back(path);
  }

  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override {
    return texts_.contains(path);
  }
  // Empty for a file that is not there.
  std::string identity(const std::string &path) const override {
    const auto text = texts_.find(path);
    if (text == texts_.end())
      return {};
    return std::to_string(support::hash_bytes(text->second)) + "-" +
           std::to_string(text->second.size());
  }
  support::Result<std::string> read(const std::string &path) const override {
    const auto text = texts_.find(path);
    if (text == texts_.end())
      return support::Error{"no file " + path + "; check the path"};
    return text->second;
  }

private:
  std::map<std::string, std::string> texts_;
  std::vector<std::string> files_;
};

} // namespace mergeproof::source

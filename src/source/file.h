// Where something stands in the text of a version.
//
// A File is a path relative to the root of the repository, the same in every
// version; FileTable hands out small numbers for paths. File 0 is "no file".
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::source {

using FileId = std::uint32_t;

// 1-based line and column; line 0 means unknown.
struct Span {
  FileId file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Span &) const = default;
};

class FileTable {
public:
  FileId intern(const std::string &path) {
    auto [place, is_new] =
        ids_.try_emplace(path, static_cast<FileId>(paths_.size()));
    if (is_new)
      paths_.push_back(path);
    return place->second;
  }
  const std::string &path(FileId file) const { return paths_.at(file); }

private:
  std::vector<std::string> paths_{""};
  std::map<std::string, FileId> ids_{{"", 0}};
};

} // namespace mergeproof::source

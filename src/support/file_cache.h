// Files that several processes want and one of them makes.
//
// Law: of all processes that ask for a key at the same time, one makes the file
// and the others wait for it; who asks later gets it at once. A failure is
// remembered as well. A process that dies while making leaves no half file.
#pragma once

#include "support/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace mergeproof::support {

class FileCache {
public:
  // The directory exists and belongs to the caller, who removes it.
  explicit FileCache(std::string directory)
      : directory_(std::move(directory)) {}

  // Writes the file at the path that it is given.
  using Make = std::function<Status(const std::string &path)>;

  // The path of the file of this key; its name ends with `suffix`. Error: what
  // `make` said, or that the directory cannot be written.
  Result<std::string> get(std::string_view key, const std::string &suffix,
                          const Make &make) const;

private:
  std::string directory_;
};

} // namespace mergeproof::support

#include "support/write_file.h"

#include <fstream>

namespace mergeproof::support {

Status write_file(const std::string &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    return Error{"cannot write " + path + ": is the disk full?"};
  return Done{};
}

} // namespace mergeproof::support

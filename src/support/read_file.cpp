#include "support/read_file.h"

#include "support/child_process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace mergeproof::support {
namespace {

Error describe(const std::string &path, int error) {
  return {"cannot read " + path + ": " + std::strerror(error)};
}

} // namespace

Result<std::string> read_file(const std::string &path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open())
    return describe(path, errno);
  std::string text;
  char buffer[65536];
  for (;;) {
    ssize_t size = read(file.get(), buffer, sizeof buffer);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return describe(path, errno);
    if (size == 0)
      return text;
    text.append(buffer, static_cast<std::size_t>(size));
  }
}

} // namespace mergeproof::support

#include "support/temp_directory.h"

#include "support/fatal_signals.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace mergeproof::support {
namespace {

namespace fs = std::filesystem;

std::string parent_directory() {
  const char *named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

Error creation_error(const std::string &parent, int error) {
  const std::string start = "cannot make a temporary directory in " + parent;
  switch (error) {
  case ENOENT:
  case ENOTDIR:
    return {start + ": no such directory; set TMPDIR to one that exists"};
  case EROFS:
  case EACCES:
  case EPERM:
    return {start + ": not writable; set TMPDIR to a directory you can write"};
  case ENOSPC:
  case EDQUOT:
    return {start + ": no space left; free some or set TMPDIR to another disk"};
  default:
    return {start + ": " + std::strerror(error) +
            "; set TMPDIR to another directory"};
  }
}

// Directories without write permission would keep what is in them.
void remove_all(const std::string &path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error)
    return;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(path, options, ignored), end;
       !ignored && entry != end; entry.increment(ignored))
    if (entry->is_directory(error) && !entry->is_symlink(error))
      fs::permissions(entry->path(), fs::perms::owner_all,
                      fs::perm_options::add, error);
  fs::remove_all(path, error);
}

} // namespace

Result<TempDirectory> TempDirectory::create(const std::string &prefix) {
  std::error_code ignored;
  const std::string parent = fs::absolute(parent_directory(), ignored).string();
  std::string path = (fs::path(parent) / (prefix + "XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr)
    return creation_error(parent, errno);
  const int slot = register_directory(path);
  return TempDirectory(std::move(path), slot, getpid());
}

TempDirectory::TempDirectory(TempDirectory &&other) noexcept
    : path_(std::move(other.path_)), slot_(other.slot_), owner_(other.owner_) {
  other.path_.clear();
  other.slot_ = -1;
}

TempDirectory::~TempDirectory() {
  if (path_.empty() || owner_ != getpid())
    return;
  remove_all(path_);
  unregister_directory(slot_);
}

} // namespace mergeproof::support

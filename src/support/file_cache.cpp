#include "support/file_cache.h"

#include "support/child_process.h"
#include "support/hash.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/file.h>

namespace mergeproof::support {

namespace {

std::string read_all(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What the key was made into before, if it was.
bool is_known(const std::string &stem, Result<std::string> &answer) {
  std::error_code ignored;
  if (std::filesystem::exists(stem + ".failed", ignored))
    answer = Error{read_all(stem + ".failed")};
  else if (!std::filesystem::exists(answer.value(), ignored))
    return false;
  return true;
}

// Waits until no other process makes this file.
Status lock(const std::string &path, Descriptor &held) {
  held.reset(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  if (held.get() < 0)
    return Error{"cannot write " + path + ": is the disk full?"};
  while (flock(held.get(), LOCK_EX) != 0)
    if (errno != EINTR)
      return Error{"cannot lock " + path};
  return Done{};
}

} // namespace

Result<std::string> FileCache::get(std::string_view key,
                                   const std::string &suffix,
                                   const Make &make) const {
  std::ostringstream name;
  name << directory_ << '/' << std::hex << hash_bytes(key) << '-'
       << mix(hash_bytes(key.substr(key.size() / 2)), key.size());
  std::string stem = name.str(), path = stem + suffix;
  Result<std::string> answer = path;
  if (is_known(stem, answer))
    return answer;
  Descriptor held;
  if (Status locked = lock(stem + ".lock", held); !locked)
    return locked.error();
  if (is_known(stem, answer))
    return answer;
  std::string unfinished = stem + ".new" + suffix;
  Status made = make(unfinished);
  if (made && std::rename(unfinished.c_str(), path.c_str()) != 0)
    made = Error{"cannot write " + path + ": is the disk full?"};
  if (made)
    return path;
  std::ofstream(stem + ".failed", std::ios::binary) << made.error().message;
  return made.error();
}

} // namespace mergeproof::support

// Reads objects through one long-lived `git cat-file --batch`, started by the
// first read. Thread-safe; a forked copy of this process starts its own.
//
// Objects that are absent (a partial clone), damaged or of another kind are
// Errors that say which object and what to do; nothing is ever fetched.
#pragma once

#include "git/object_overlay.h"
#include "git/repository.h"
#include "support/child_process.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mergeproof::git {

struct TreeEntry {
  std::string mode; // "100644", "100755", "40000", "120000", "160000"
  std::string name;
  std::string hash; // hexadecimal
  bool is_directory() const {
    return mode == "40000" || mode == "040000"; // old programs pad it
  }
  bool is_symlink() const { return mode == "120000"; }
  bool is_submodule() const { return mode == "160000"; }
};

using TreeEntries = std::vector<TreeEntry>;

class ObjectReader {
public:
  // `overlay`, if any, is where else to look; it lives as long as this does.
  ObjectReader(const Repository &repository,
               std::shared_ptr<ObjectOverlay> overlay);

  support::Result<std::string> blob(const std::string &hash);
  // One directory. Each is read once, however many versions share it.
  support::Result<std::shared_ptr<const TreeEntries>>
  tree(const std::string &hash);

private:
  support::Result<std::string> read(const std::string &hash,
                                    const std::string &kind);
  support::Result<std::string> request(const std::string &hash,
                                       const std::string &kind);
  support::Status start();
  support::Error stop(const std::string &hash);
  bool fill(); // more bytes into buffer_; false: no more come
  bool take_line(std::string &line);
  bool take_bytes(std::size_t count, std::string &bytes);

  Git git_;
  std::shared_ptr<ObjectOverlay> overlay_;
  std::size_t hash_bytes_;
  std::mutex mutex_;
  std::unique_ptr<support::ChildProcess> process_;
  pid_t owner_ = 0; // the process that started process_
  std::string buffer_;
  std::size_t position_ = 0;
  std::string complaints_; // what git wrote to standard error
  std::map<std::string, std::shared_ptr<const TreeEntries>> trees_;
};

} // namespace mergeproof::git

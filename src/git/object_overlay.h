// A private object directory over a repository's: what git writes through it is
// gone with it, and the repository stays as it was, byte for byte. (Where git
// would write what the repository has already, it renews that object's time of
// change.)
#pragma once

#include "git/repository.h"
#include "support/temp_directory.h"

#include <memory>

namespace mergeproof::git {

class ObjectOverlay {
public:
  static support::Result<std::shared_ptr<ObjectOverlay>>
  create(const Repository &repository);

  // Sees both, writes here, as a committer and at a time that are always the
  // same.
  const Git &git() const { return git_; }
  // Room for other files, such as an index.
  const std::string &directory() const { return directory_.path(); }

private:
  ObjectOverlay(support::TempDirectory directory, Git git)
      : directory_(std::move(directory)), git_(std::move(git)) {}
  support::TempDirectory directory_;
  Git git_;
};

} // namespace mergeproof::git

// What clang sees as the disk: one version's Tree below tree_root, and the
// machine's system headers where they really are. Nothing else exists, so no
// result depends on a checkout.
//
// Tree files are read when clang opens them, and remembered in files_read().
#pragma once

#include "source/tree.h"

#include <llvm/Support/VirtualFileSystem.h>

#include <set>
#include <string>

namespace mergeproof::frontend::c {

inline constexpr const char *tree_root = "/mergeproof-src";

// The path inside the tree that `absolute` names, "" for the root; no value
// when it lies outside. "." and ".." are resolved.
std::optional<std::string> path_in_tree(llvm::StringRef absolute);

class TreeFileSystem : public llvm::vfs::FileSystem {
public:
  // `disk_directory`: see ParseRequest.
  explicit TreeFileSystem(const source::Tree &tree,
                          std::string disk_directory = {});

  const std::set<std::string> &files_read() const { return files_read_; }
  // Why a file that the tree has could not be read; empty: all could.
  const std::string &failure() const { return failure_; }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &path,
                                          std::error_code &error) override;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &path) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;
  std::error_code getRealPath(const llvm::Twine &path,
                              llvm::SmallVectorImpl<char> &output) override;

private:
  std::error_code refuse(const std::string &why);
  std::string absolute(const llvm::Twine &path) const;
  std::optional<std::string> on_disk(const std::string &absolute) const;
  bool is_directory(const std::string &path) const;
  llvm::vfs::Status make_status(const std::string &name, std::uint64_t size,
                                llvm::sys::fs::file_type type) const;

  const source::Tree &tree_;
  std::string disk_directory_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk_;
  std::string directory_ = tree_root;
  std::set<std::string> files_read_;
  std::string failure_;
};

} // namespace mergeproof::frontend::c

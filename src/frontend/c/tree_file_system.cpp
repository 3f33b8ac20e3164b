#include "frontend/c/tree_file_system.h"

#include "frontend/c/clang_headers.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

using llvm::Twine;
using llvm::sys::fs::file_type;

const std::error_code no_such_file =
    std::make_error_code(std::errc::no_such_file_or_directory);

// System headers and the compiler's own.
bool is_system_path(llvm::StringRef path) {
  if (path == "/")
    return true;
  for (llvm::StringRef root :
       {"/usr", "/lib", "/lib64", MERGEPROOF_CLANG_RESOURCE_DIR})
    if (path == root || (path.starts_with(root) && path[root.size()] == '/'))
      return true;
  return false;
}

class TreeFile : public llvm::vfs::File {
public:
  TreeFile(llvm::vfs::Status status, std::string text)
      : status_(std::move(status)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const Twine &name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return {}; }

private:
  llvm::vfs::Status status_;
  std::string text_;
};

} // namespace

std::optional<std::string> path_in_tree(llvm::StringRef absolute) {
  llvm::SmallString<256> path(absolute);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  llvm::StringRef rest = path;
  if (!rest.consume_front(tree_root))
    return std::nullopt;
  if (!rest.empty() && !rest.consume_front("/"))
    return std::nullopt;
  return rest.str();
}

TreeFileSystem::TreeFileSystem(const source::Tree &tree,
                               std::string disk_directory)
    : tree_(tree), disk_directory_(std::move(disk_directory)),
      disk_(llvm::vfs::createPhysicalFileSystem()) {}

// Where the disk has what the tree does not; no value when that is not asked.
std::optional<std::string>
TreeFileSystem::on_disk(const std::string &absolute) const {
  llvm::StringRef rest = absolute;
  if (rest.consume_front(tree_root) && (rest.empty() || rest.front() == '/'))
    return disk_directory_.empty()
               ? std::nullopt
               : std::optional(disk_directory_ + rest.str());
  if (!disk_directory_.empty() || is_system_path(absolute))
    return absolute;
  return std::nullopt;
}

std::string TreeFileSystem::absolute(const Twine &path) const {
  llvm::SmallString<256> full;
  path.toVector(full);
  if (!llvm::sys::path::is_absolute(full)) {
    llvm::SmallString<256> base(directory_);
    llvm::sys::path::append(base, full);
    full = base;
  }
  return full.str().str();
}

bool TreeFileSystem::is_directory(const std::string &path) const {
  if (path.empty())
    return true;
  const std::string prefix = path + "/";
  const auto &files = tree_.files();
  auto found = std::lower_bound(files.begin(), files.end(), prefix);
  return found != files.end() && found->starts_with(prefix);
}

llvm::vfs::Status TreeFileSystem::make_status(const std::string &name,
                                              std::uint64_t size,
                                              file_type type) const {
  auto inside = path_in_tree(name);
  llvm::sys::fs::UniqueID id(0x6d70,
                             support::hash_bytes(inside ? *inside : name));
  return {name, id, {}, 0, 0, size, type, llvm::sys::fs::all_read};
}

std::error_code TreeFileSystem::refuse(const std::string &why) {
  failure_ = why;
  return std::make_error_code(std::errc::io_error);
}

llvm::ErrorOr<llvm::vfs::Status> TreeFileSystem::status(const Twine &path) {
  std::string full = absolute(path);
  auto inside = path_in_tree(full);
  if (inside && is_directory(*inside))
    return make_status(path.str(), 0, file_type::directory_file);
  if (!inside || !tree_.contains(*inside)) {
    auto other = on_disk(full);
    auto found = other ? disk_->status(*other)
                       : llvm::ErrorOr<llvm::vfs::Status>(no_such_file);
    return found ? llvm::vfs::Status::copyWithNewName(*found, path) : found;
  }
  auto text = tree_.read(*inside);
  if (!text)
    return refuse(text.error().message);
  return make_status(path.str(), text.value().size(), file_type::regular_file);
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
TreeFileSystem::openFileForRead(const Twine &path) {
  std::string full = absolute(path);
  auto inside = path_in_tree(full);
  if (!inside || !tree_.contains(*inside)) {
    auto other = on_disk(full);
    return other ? disk_->openFileForRead(*other) : no_such_file;
  }
  auto text = tree_.read(*inside);
  if (!text)
    return refuse(text.error().message);
  files_read_.insert(*inside);
  // Clang would lay the struct out as if that were not there.
  if (text.value().find("scalar_storage_order") != std::string::npos)
    return refuse(*inside + " asks for a scalar_storage_order, which is not "
                            "analysed");
  auto status =
      make_status(path.str(), text.value().size(), file_type::regular_file);
  return std::make_unique<TreeFile>(status, std::move(text).value());
}

llvm::vfs::directory_iterator
TreeFileSystem::dir_begin(const Twine &path, std::error_code &error) {
  std::string full = absolute(path);
  if (auto other = on_disk(full); other && !path_in_tree(full))
    return disk_->dir_begin(*other, error);
  // Clang lists directories for module maps only.
  error = no_such_file;
  return {};
}

std::error_code TreeFileSystem::setCurrentWorkingDirectory(const Twine &path) {
  directory_ = absolute(path);
  return {};
}

llvm::ErrorOr<std::string> TreeFileSystem::getCurrentWorkingDirectory() const {
  return directory_;
}

std::error_code
TreeFileSystem::getRealPath(const Twine &path,
                            llvm::SmallVectorImpl<char> &output) {
  llvm::SmallString<256> full(absolute(path));
  if (!path_in_tree(full)) {
    auto other = on_disk(std::string(full));
    return other ? disk_->getRealPath(*other, output) : no_such_file;
  }
  llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/true);
  output.assign(full.begin(), full.end());
  return {};
}

} // namespace mergeproof::frontend::c

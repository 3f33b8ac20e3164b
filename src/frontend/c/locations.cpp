#include "frontend/c/locations.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/tree_file_system.h"

namespace mergeproof::frontend::c {

std::string path_of(const clang::SourceManager &sources, clang::FileID file) {
  clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (!entry)
    return "";
  llvm::SmallString<256> path(entry->getName());
  if (!llvm::sys::path::is_absolute(path)) {
    llvm::SmallString<256> full(tree_root);
    llvm::sys::path::append(full, path);
    path = full;
  }
  if (auto inside = path_in_tree(path))
    return *inside;
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

Locations::Locations(ir::Context &ir, const clang::SourceManager &sources,
                     std::string key_path)
    : ir_(ir), sources_(sources), main_key_(std::move(key_path)) {}

const std::string &Locations::key_path(clang::FileID file) {
  auto [place, is_new] = paths_.try_emplace(file);
  if (is_new)
    place->second =
        file == sources_.getMainFileID() ? main_key_ : path_of(sources_, file);
  return place->second;
}

const std::string &Locations::key_path(clang::SourceLocation loc) {
  return key_path(sources_.getFileID(sources_.getExpansionLoc(loc)));
}

source::Span Locations::span(clang::SourceLocation loc) {
  if (loc.isInvalid())
    return {};
  auto [file, offset] =
      sources_.getDecomposedLoc(sources_.getExpansionLoc(loc));
  const std::string &path = key_path(file);
  if (path.empty())
    return {};
  auto [id, is_new] = ids_.try_emplace(file);
  if (is_new)
    id->second = ir_.files.intern(path);
  return {id->second, sources_.getLineNumber(file, offset),
          sources_.getColumnNumber(file, offset)};
}

bool Locations::is_in_main_file(clang::SourceLocation loc) const {
  return loc.isValid() && sources_.getFileID(sources_.getExpansionLoc(loc)) ==
                              sources_.getMainFileID();
}

bool Locations::is_in_tree(clang::SourceLocation loc) const {
  return loc.isValid() &&
         !sources_.isInSystemHeader(sources_.getExpansionLoc(loc)) &&
         sources_.getFileEntryForID(
             sources_.getFileID(sources_.getExpansionLoc(loc)));
}

} // namespace mergeproof::frontend::c

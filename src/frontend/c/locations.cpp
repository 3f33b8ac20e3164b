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
  // "-I../include", where the disk is read.
  if (llvm::StringRef rest = path; rest.consume_front(tree_root)) {
    llvm::SmallString<256> relative(rest.ltrim('/'));
    llvm::sys::path::remove_dots(relative, /*remove_dot_dot=*/true);
    return relative.str().str();
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

std::int64_t lines_moved(const LineMoves &moves, unsigned at) {
  auto behind = moves.upper_bound(at);
  return behind == moves.begin() ? 0 : std::prev(behind)->second;
}

Locations::Locations(ir::Context &ir, const clang::SourceManager &sources,
                     std::string key_path)
    : ir_(ir), sources_(sources), main_key_(std::move(key_path)) {}

const std::string &Locations::key_path(clang::FileID file) {
  auto [place, is_new] = paths_.try_emplace(file);
  if (is_new)
    place->second = file == sources_.getMainFileID() || parts_.contains(file)
                        ? main_key_
                        : path_of(sources_, file);
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
  auto id = id_of(file);
  if (!id)
    return {};
  return {*id, line(file, offset), sources_.getColumnNumber(file, offset)};
}

std::optional<source::FileId> Locations::id_of(clang::FileID file) {
  if (file == last_file_)
    return last_id_;
  auto [id, is_new] = ids_.try_emplace(file);
  if (const std::string &path = key_path(file); is_new && !path.empty())
    id->second = ir_.files.intern(path);
  last_file_ = file;
  return last_id_ = id->second;
}

unsigned Locations::line(clang::FileID file, unsigned offset) const {
  unsigned line = sources_.getLineNumber(file, offset);
  return moves_.empty() || file != sources_.getMainFileID()
             ? line
             : unsigned(line + lines_moved(moves_, offset));
}

bool Locations::is_in_part(clang::SourceLocation loc) const {
  return !parts_.empty() && loc.isValid() &&
         parts_.contains(sources_.getFileID(sources_.getExpansionLoc(loc)));
}

bool Locations::is_in_main_file(clang::SourceLocation loc) const {
  return loc.isValid() && sources_.getFileID(sources_.getExpansionLoc(loc)) ==
                              sources_.getMainFileID();
}

bool Locations::is_in_tree(clang::SourceLocation loc) const {
  if (is_in_part(loc))
    return true;
  return loc.isValid() &&
         !sources_.isInSystemHeader(sources_.getExpansionLoc(loc)) &&
         sources_.getFileEntryForID(
             sources_.getFileID(sources_.getExpansionLoc(loc)));
}

namespace {

class LineNumberer : public clang::PPCallbacks {
public:
  LineNumberer(clang::SourceManager &sources, const LineNumbersOf &numbers,
               bool &is_used)
      : sources_(sources), numbers_(numbers), is_used_(is_used) {}

  void FileChanged(clang::SourceLocation loc, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile || kind != clang::SrcMgr::C_User)
      return;
    clang::FileID file = sources_.getFileID(loc);
    if (const auto *numbers = numbers_(path_of(sources_, file)))
      number(file, *numbers);
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    if (!name.getIdentifierInfo()->isStr("__LINE__"))
      return;
    clang::SourceLocation place = sources_.getExpansionLoc(name.getLocation());
    is_used_ |= numbered_.contains(sources_.getFileID(place));
  }

private:
  // A note says what number the line behind it has.
  void number(clang::FileID file, const std::vector<unsigned> &numbers) {
    numbered_.insert(file);
    for (unsigned i = 0; i < numbers.size(); i++)
      if (numbers[i] != (i == 0 ? 1 : numbers[i - 1] + 1))
        sources_.AddLineNote(sources_.translateLineCol(file, i + 1, 1),
                             numbers[i] + 1, /*FilenameID=*/-1,
                             /*IsFileEntry=*/false, /*IsFileExit=*/false,
                             clang::SrcMgr::C_User);
  }

  clang::SourceManager &sources_;
  const LineNumbersOf &numbers_;
  bool &is_used_;
  std::set<clang::FileID> numbered_;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> number_lines(clang::SourceManager &sources,
                                                 const LineNumbersOf &numbers,
                                                 bool &is_used) {
  return std::make_unique<LineNumberer>(sources, numbers, is_used);
}

} // namespace mergeproof::frontend::c

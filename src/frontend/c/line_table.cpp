#include "frontend/c/line_table.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/locations.h"

namespace mergeproof::frontend::c {
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

#include "frontend/c/unread/left_out.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/locations.h"
#include "frontend/c/unread/tokens.h"
#include "support/hash.h"

#include <algorithm>
#include <set>

namespace mergeproof::frontend::c {
namespace {

using clang::tok::TokenKind;

bool is_condition(llvm::StringRef word) {
  static const std::set<llvm::StringRef> words = {
      "if", "ifdef", "ifndef", "elif", "else", "elifdef", "elifndef", "endif"};
  return words.count(word) > 0;
}

// Follows lines like "#if X > 2" through a stream of tokens.
class ConditionLines {
public:
  // Whether the token belongs to one.
  bool next(const clang::Token &token, llvm::StringRef text) {
    if (token.isAtStartOfLine())
      state_ = token.is(TokenKind::hash) ? State::Directive : State::Text;
    else if (state_ == State::Directive)
      state_ = is_condition(text) ? State::Condition : State::Text;
    return state_ == State::Condition;
  }

private:
  enum class State { Text, Directive, Condition };
  State state_ = State::Text;
};

} // namespace

class LeftOut::Listener : public clang::PPCallbacks {
public:
  explicit Listener(LeftOut &owner) : owner_(owner) {}

  void SourceRangeSkipped(clang::SourceRange range,
                          clang::SourceLocation) override {
    auto [file, begin] = owner_.sources_->getDecomposedLoc(range.getBegin());
    auto [same, end] = owner_.sources_->getDecomposedLoc(range.getEnd());
    if (file == same && begin < end)
      owner_.skipped_[file].push_back({begin, end});
  }

  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool,
                  clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    owner_.probed_.push_back(name.str());
  }

private:
  LeftOut &owner_;
};

std::unique_ptr<clang::PPCallbacks>
LeftOut::listen(const clang::SourceManager &sources) {
  sources_ = &sources;
  if (before_) {
    probed_ = before_->probed;
    clang::FileID main = sources.getMainFileID();
    if (auto found = before_->skipped.find(path_of(sources, main));
        found != before_->skipped.end())
      skipped_[main] = found->second;
  }
  return std::make_unique<Listener>(*this);
}

const std::vector<LeftOut::Extent> &
LeftOut::extents_of(clang::FileID file) const {
  static const std::vector<Extent> none;
  if (auto found = skipped_.find(file); found != skipped_.end())
    return found->second;
  if (!before_ || !sources_->isLoadedFileID(file))
    return none;
  auto found = before_->skipped.find(path_of(*sources_, file));
  return found == before_->skipped.end() ? none : found->second;
}

bool LeftOut::is_left_out(clang::FileID file, unsigned offset) const {
  const std::vector<Extent> &extents = extents_of(file);
  auto behind = std::upper_bound(
      extents.begin(), extents.end(), offset,
      [](unsigned at, const Extent &extent) { return at < extent.begin; });
  return behind != extents.begin() && offset < std::prev(behind)->end;
}

bool LeftOut::has_directive(const FunctionRange &range) const {
  bool is_invalid = false;
  llvm::StringRef text = sources_->getBufferData(range.file, &is_invalid);
  text = text.slice(range.begin, range.end);
  return !is_invalid && (text.contains('#') || text.contains("%:"));
}

std::uint64_t LeftOut::hash_in(const FunctionRange &range,
                               const clang::LangOptions &language) const {
  std::uint64_t hash = 0;
  if (!has_directive(range))
    return hash;
  ConditionLines lines;
  for_each_token(
      *sources_, language, range.file, range.begin, range.end,
      [&](const clang::Token &token, llvm::StringRef text, unsigned offset) {
        bool counts = lines.next(token, text);
        if (counts || is_left_out(range.file, offset))
          hash = support::mix(hash, support::hash_bytes(text));
        return true;
      });
  return hash;
}

std::map<std::string, std::uint64_t>
LeftOut::hash_outside(const std::vector<FunctionRange> &functions,
                      const clang::LangOptions &language) const {
  std::map<std::string, std::uint64_t> hashes;
  if (before_)
    hashes = before_->hashes;
  for (const auto &[file, extents] : skipped_) {
    std::string path = path_of(*sources_, file);
    // A header that is read again is left out by its own guard.
    if (path.empty() || path.front() == '/' || hashes.count(path))
      continue;
    std::uint64_t hash = 0;
    for (const Extent &extent : extents) {
      bool is_inside = std::any_of(
          functions.begin(), functions.end(), [&](const FunctionRange &range) {
            return range.file == file && range.begin <= extent.begin &&
                   extent.begin < range.end;
          });
      if (!is_inside)
        for_each_token(
            *sources_, language, file, extent.begin, extent.end,
            [&](const clang::Token &, llvm::StringRef text, unsigned) {
              hash = support::mix(hash, support::hash_bytes(text));
              return true;
            });
    }
    hashes[path] = hash;
  }
  return hashes;
}

LeftOut::Record LeftOut::record(const std::vector<FunctionRange> &functions,
                                const clang::LangOptions &language) const {
  Record record{.hashes = hash_outside(functions, language), .probed = probed_};
  clang::FileID main = sources_->getMainFileID();
  record.hashes.erase(path_of(*sources_, main));
  if (auto found = skipped_.find(main); found != skipped_.end())
    record.skipped[path_of(*sources_, main)] = found->second;
  for (const FunctionRange &range : functions)
    if (range.file != main)
      for (const Extent &extent : extents_of(range.file))
        if (range.begin <= extent.begin && extent.begin < range.end)
          record.skipped[path_of(*sources_, range.file)].push_back(extent);
  for (auto &[path, extents] : record.skipped)
    std::sort(
        extents.begin(), extents.end(),
        [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
  return record;
}

} // namespace mergeproof::frontend::c

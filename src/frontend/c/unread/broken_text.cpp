#include "frontend/c/unread/broken_text.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/locations.h"
#include "frontend/c/unread/tokens.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

using clang::tok::TokenKind;

// Follows the tokens of a declaration to its end.
class Declaration {
public:
  // Whether it ends with that token.
  bool ends_with(const clang::Token &token) {
    switch (token.getKind()) {
    case TokenKind::l_brace:
    case TokenKind::l_paren:
    case TokenKind::l_square:
      depth_++;
      return false;
    case TokenKind::r_brace:
    case TokenKind::r_paren:
    case TokenKind::r_square:
      return --depth_ < 0;
    default:
      return depth_ == 0 && token.is(TokenKind::semi);
    }
  }

private:
  int depth_ = 0;
};

unsigned begin_of_line(llvm::StringRef text, unsigned offset) {
  std::size_t before = text.substr(0, offset).rfind('\n');
  return before == llvm::StringRef::npos ? 0 : unsigned(before + 1);
}

} // namespace

// From its first token to the ";".
FunctionRange BrokenText::range_of(const clang::Decl &decl) const {
  clang::SourceLocation start = decl.getBeginLoc();
  if (const auto *declarator = llvm::dyn_cast<clang::DeclaratorDecl>(&decl))
    start = declarator->getOuterLocStart();
  auto [file, begin] =
      sources_.getDecomposedLoc(sources_.getExpansionLoc(start));
  FunctionRange range{file, begin, begin, {}};
  Declaration declaration;
  for_each_token(
      sources_, language_, file, begin, -1U,
      [&](const clang::Token &token, llvm::StringRef, unsigned offset) {
        range.end = offset;
        return !declaration.ends_with(token);
      });
  return range;
}

bool BrokenText::has_error(const clang::Decl &decl) const {
  if (!diagnostics_.has_errors())
    return false;
  FunctionRange range = range_of(decl);
  return !diagnostics_.first_error(range, path_of(sources_, range.file))
              .empty();
}

std::set<std::string> BrokenText::words_of(const clang::Decl &decl) const {
  std::set<std::string> words;
  FunctionRange range = range_of(decl);
  for_each_token(
      sources_, language_, range.file, range.begin, range.end,
      [&](const clang::Token &token, llvm::StringRef text, unsigned) {
        if (token.is(TokenKind::raw_identifier))
          words.insert(text.str());
        return true;
      });
  return words;
}

std::uint64_t BrokenText::hash_of(const clang::Decl &decl) const {
  std::uint64_t hash = 1;
  FunctionRange range = range_of(decl);
  for_each_token(sources_, language_, range.file, range.begin, range.end,
                 [&](const clang::Token &, llvm::StringRef text, unsigned) {
                   hash = support::mix(hash, support::hash_bytes(text));
                   return true;
                 });
  return hash | 1;
}

RejectedText
BrokenText::outside(const std::vector<FunctionRange> &functions) const {
  RejectedText rejected;
  std::map<clang::FileID, unsigned> passed; // so far
  for (const auto &[file, offset] : diagnostics_.error_places()) {
    std::string path = path_of(sources_, file);
    auto is_inside = [&, file = file](unsigned at) {
      return std::any_of(
          functions.begin(), functions.end(), [&](const FunctionRange &range) {
            return range.file == file && range.begin <= at && at <= range.end;
          });
    };
    if (is_inside(offset) || path.empty() || path.front() == '/' ||
        offset < passed[file])
      continue;
    Declaration declaration;
    unsigned begin = begin_of_line(sources_.getBufferData(file), offset);
    std::uint64_t &hash = rejected.hashes[path];
    for_each_token(
        sources_, language_, file, std::max(begin, passed[file]), -1U,
        [&](const clang::Token &token, llvm::StringRef text, unsigned at) {
          if (is_inside(at))
            return false;
          hash = support::mix(hash, support::hash_bytes(text));
          if (token.is(TokenKind::raw_identifier))
            rejected.words.insert(text.str());
          passed[file] = at + 1;
          return at < offset || !declaration.ends_with(token);
        });
  }
  return rejected;
}

} // namespace mergeproof::frontend::c

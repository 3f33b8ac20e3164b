// The tokens of a text as they are written, without the preprocessor.
#pragma once

#include "frontend/c/clang_headers.h"

namespace mergeproof::frontend::c {

// Calls use(token, text, offset) for those that begin in [begin, end), while it
// returns true.
template <typename F>
void for_each_token(const clang::SourceManager &sources,
                    const clang::LangOptions &language, clang::FileID file,
                    unsigned begin, unsigned end, F &&use) {
  bool is_invalid = false;
  llvm::StringRef text = sources.getBufferData(file, &is_invalid);
  if (is_invalid || begin > text.size())
    return;
  clang::Lexer lexer(sources.getLocForStartOfFile(file), language, text.begin(),
                     text.begin() + begin, text.end());
  clang::Token token;
  for (bool is_last = false; !is_last;) {
    is_last = lexer.LexFromRawLexer(token); // it may end the text
    unsigned offset = sources.getFileOffset(token.getLocation());
    if (offset >= end || token.is(clang::tok::TokenKind::eof) ||
        !use(token, text.substr(offset, token.getLength()), offset))
      return;
  }
}

} // namespace mergeproof::frontend::c

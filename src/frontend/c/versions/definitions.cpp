#include "frontend/c/versions/definitions.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/versions/outline.h"

namespace mergeproof::frontend::c {
namespace {

using clang::tok::TokenKind;

// Calls use(token, offset) for the tokens of [begin, end) outside of
// directives, until it says that it has enough.
template <typename F>
void for_each_token(const std::string &text, Extent where,
                    const clang::LangOptions &language, F &&use) {
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(),
                     text.data() + where.begin, text.data() + text.size());
  clang::Token token;
  bool is_directive = false, is_last = false;
  while (!is_last) {
    is_last = lexer.LexFromRawLexer(token); // it may end the text
    if (token.is(TokenKind::eof))
      return;
    auto at =
        unsigned(lexer.getBufferLocation() - text.data()) - token.getLength();
    if (at >= where.end)
      return;
    if (token.isAtStartOfLine())
      is_directive = token.is(TokenKind::hash);
    if (!is_directive && !use(token, at))
      return;
  }
}

class DefinitionFinder {
public:
  void add(const clang::Token &token, unsigned at) {
    if (braces_ > 0)
      return add_inside(token, at);
    if (!is_open_)
      one_ = {.begin = at};
    is_open_ = true;
    if (token.is(TokenKind::l_paren) && parens_++ == 0) {
      one_.name = last_name_;
      has_name_ = was_name_;
    } else if (token.is(TokenKind::r_paren) && parens_ > 0)
      is_behind_list_ = --parens_ == 0;
    else if (token.is(TokenKind::l_brace))
      open(at);
    else if (parens_ == 0)
      is_behind_list_ = false;
    if (token.is(TokenKind::semi) && parens_ == 0)
      close();
    was_name_ = token.is(TokenKind::raw_identifier);
    last_name_ = at;
  }

  std::vector<Definition> found;

private:
  void add_inside(const clang::Token &token, unsigned at) {
    braces_ += token.is(TokenKind::l_brace);
    braces_ -= token.is(TokenKind::r_brace);
    if (braces_ > 0)
      return;
    one_.end = at + 1;
    if (is_definition_)
      found.push_back(one_);
    close();
  }

  void open(unsigned at) {
    braces_ = 1;
    is_definition_ = is_behind_list_ && has_name_;
    one_.brace = at;
  }

  void close() {
    is_open_ = has_name_ = is_behind_list_ = was_name_ = false;
    parens_ = 0;
  }

  Definition one_;
  int braces_ = 0, parens_ = 0;
  bool is_open_ = false, is_behind_list_ = false, is_definition_ = false;
  bool has_name_ = false, was_name_ = false; // was: the token before
  unsigned last_name_ = 0;
};

// What it says holds for the whole file, or depends on the name.
bool reaches_out(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("static", "extern", "_Pragma", "__pragma", "__COUNTER__", true)
      .Cases("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", true)
      .Default(false);
}

} // namespace

std::vector<Definition> find_definitions(const std::string &text,
                                         const clang::LangOptions &language) {
  DefinitionFinder finder;
  for_each_token(text, {0, unsigned(text.size())}, language,
                 [&](const clang::Token &token, unsigned at) {
                   finder.add(token, at);
                   return true;
                 });
  return std::move(finder.found);
}

bool is_self_contained(const std::string &text, const Definition &definition,
                       const clang::LangOptions &language) {
  std::string_view part(text);
  part = part.substr(definition.begin, definition.end - definition.begin);
  if (may_have_directive(part))
    return false;
  int depth = 0;
  unsigned closed_at = 0; // its first brace
  bool reaches = false;
  for_each_token(text, {definition.brace, definition.end}, language,
                 [&](const clang::Token &token, unsigned at) {
                   depth += token.is(TokenKind::l_brace);
                   depth -= token.is(TokenKind::r_brace);
                   closed_at = at + 1;
                   reaches |= token.is(TokenKind::raw_identifier) &&
                              reaches_out(token.getRawIdentifier());
                   return depth > 0;
                 });
  return depth == 0 && closed_at == definition.end && !reaches;
}

} // namespace mergeproof::frontend::c

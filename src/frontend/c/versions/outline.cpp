#include "frontend/c/versions/outline.h"

#include "frontend/c/clang_headers.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

using Kind = Directive::Kind;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

// Whether what stands before `at` in its line leaves a directive possible:
// blanks, or a comment that ends there.
bool may_begin_directive(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1]))
    at--;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '/';
}

Kind kind_of(llvm::StringRef word) {
  return llvm::StringSwitch<Kind>(word)
      .Cases("define", "undef", Kind::Definition)
      .Cases("include", "include_next", "import", Kind::Include)
      .Cases("if", "ifdef", "ifndef", Kind::Open)
      .Cases("else", "elif", "elifdef", "elifndef", Kind::Middle)
      .Case("endif", Kind::Close)
      .Default(Kind::Other);
}

// Where an offset is in extents that are in order.
class Finder {
public:
  explicit Finder(std::vector<Extent> extents) : extents_(std::move(extents)) {}

  bool has(unsigned at) const {
    auto behind = std::upper_bound(
        extents_.begin(), extents_.end(), at,
        [](unsigned a, const Extent &extent) { return a < extent.begin; });
    return behind != extents_.begin() && std::prev(behind)->contains(at);
  }

private:
  std::vector<Extent> extents_;
};

Finder parts_of(const Outline &outline) {
  std::vector<Extent> parts;
  for (const Body &body : outline.bodies)
    parts.push_back(body.extent());
  for (const Item &item : outline.items)
    parts.push_back(item.where);
  std::sort(parts.begin(), parts.end(),
            [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
  return Finder(std::move(parts));
}

// Goes through the tokens of the text.
class TextReader {
public:
  TextReader(ir::Context &context, const std::string &text, Outline &outline)
      : context_(context), text_(text), outline_(outline),
        skipped_(outline.skipped), parts_(parts_of(outline)) {}

  void run(const clang::LangOptions &language) {
    clang::Lexer lexer(clang::SourceLocation(), language, text_.data(),
                       text_.data(), text_.data() + text_.size());
    clang::Token token;
    bool is_last = false;
    while (!is_last) {
      is_last = lexer.LexFromRawLexer(token); // it may end the text
      if (token.is(clang::tok::eof))
        break;
      auto end = unsigned(lexer.getBufferLocation() - text_.data());
      read(token, {end - token.getLength(), end});
    }
    close_gap(unsigned(text_.size()));
  }

private:
  void read(const clang::Token &token, const Extent &where) {
    if (token.isAtStartOfLine()) {
      is_directive_ = token.is(clang::tok::hash);
      if (is_directive_) {
        outline_.directives.push_back({.where = where, .kind = Kind::Other});
        words_ = 0;
      }
    }
    if (is_directive_)
      outline_.directives.back().where.end = where.end;
    else if (skipped_.has(where.begin))
      return;
    if (token.is(clang::tok::raw_identifier))
      read_name(token, where.begin);
    if (!is_directive_)
      read_between(token, where);
  }

  void read_name(const clang::Token &token, unsigned at) {
    if (token.needsCleaning() || token.hasUCN())
      outline_.is_traceable = false;
    llvm::StringRef word = token.getRawIdentifier();
    ir::Symbol name = context_.symbol(word);
    outline_.names.push_back({at, name});
    if (is_directive_) {
      Directive &directive = outline_.directives.back();
      if (words_ == 0)
        directive.kind = kind_of(word);
      else if (words_ == 1)
        directive.name = name;
      words_++;
    }
  }

  // What stands outside of all items belongs to those before and behind it:
  // attributes, what clang did not understand.
  void read_between(const clang::Token &token, const Extent &where) {
    if (parts_.has(where.begin))
      return close_gap(where.begin);
    if (token.is(clang::tok::semi))
      return;
    gap_.push_back(where);
    if (token.is(clang::tok::raw_identifier))
      gap_names_.push_back(outline_.names.back().name);
  }

  void close_gap(unsigned next) {
    if (gap_.empty())
      return;
    Item *before = nullptr, *behind = nullptr;
    for (Item &item : outline_.items)
      if (item.where.begin < gap_.front().begin)
        before = &item;
      else if (!behind && item.where.begin <= next)
        behind = &item;
    for (Item *item : {before, behind})
      if (item) {
        item->where.begin = std::min(item->where.begin, gap_.front().begin);
        item->where.end = std::max(item->where.end, gap_.back().end);
        item->declared.insert(item->declared.end(), gap_names_.begin(),
                              gap_names_.end());
      }
    outline_.is_traceable &= before || behind;
    gap_.clear();
    gap_names_.clear();
  }

  ir::Context &context_;
  const std::string &text_;
  Outline &outline_;
  const Finder skipped_, parts_;
  bool is_directive_ = false;
  unsigned words_ = 0; // of the directive
  std::vector<Extent> gap_;
  std::vector<ir::Symbol> gap_names_;
};

} // namespace

bool may_have_directive(std::string_view text) {
  for (std::string_view mark : {"#", "%:", "?\?="})
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at++)
      if (may_begin_directive(text, at))
        return true;
  return false;
}

void read_outline(ir::Context &context, const std::string &text,
                  const clang::LangOptions &language, Outline &outline) {
  auto is_before = [](const NameAt &a, const NameAt &b) { return a.at < b.at; };
  std::vector<NameAt> &names = outline.names;
  std::stable_sort(names.begin(), names.end(), is_before);
  auto known = static_cast<std::ptrdiff_t>(names.size());
  TextReader(context, text, outline).run(language);
  std::inplace_merge(names.begin(), names.begin() + known, names.end(),
                     is_before);
}

} // namespace mergeproof::frontend::c

#include "scan/text_scan.h"

#include "scan/text_lexer.h"
#include "support/hash.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::scan {
namespace {

// Gathers the tokens of one item and guesses which of them it names.
class ItemBuilder {
public:
  explicit ItemBuilder(NameTable &names) : names_(&names) {}

  void add(const Token &token);
  void name_it(const Token &name);    // a macro: its name is known
  void name_alike(const Token &name); // "#define a b": b is another name of it
  void add_include(std::string name) {
    item_.includes.push_back(std::move(name));
  }
  void add_to_macro(const Token &token);
  bool is_empty() const { return item_.hash == 0; }
  void add_condition(std::uint64_t hash) {
    item_.hash = support::mix(item_.hash, hash);
  }
  TextItem finish();          // and start again
  void resume(TextItem item); // its body follows

  int braces = 0;
  int parens = 0;
  bool has_body = false;   // a '{' that follows parameters
  bool opens_body() const; // would '{' now begin a function's body?

private:
  void note_name(const Token &token);
  void note_function_name(const Token &token);
  void note_group(const Token &token);
  void note_star(const Token &token);
  bool is_type_in_parentheses() const;
  void mention(const Token &token);
  NameTable *names_;
  TextItem item_;
  Token last_, before_last_;
  bool is_behind_star_ = false;      // but for qualifiers
  bool is_name_behind_star_ = false; // the same of the last name
  Token group_end_; // what stood last in the last parentheses at top level
  bool is_group_short_ = false; // and was alone in them
  bool is_enum_ = false;
  bool is_typedef_ = false;
  bool has_braces_ = false;
  bool has_initialiser_ = false;
  bool has_parameters_ = false; // name(…) seen at top level
  bool is_record_ = false;      // struct, union or enum without parameters yet
};

bool ItemBuilder::opens_body() const {
  return braces == 0 && has_parameters_ && !has_initialiser_;
}

bool is_annotation(std::string_view word) {
  return word == "__attribute__" || word == "__attribute" ||
         word == "__declspec" || word == "__asm__" || word == "asm" ||
         word == "__typeof__" || word == "_Alignas";
}

// "API(int)", "API(char *)", "API(type)" and not "f(int x)", "f(void)".
bool ItemBuilder::is_type_in_parentheses() const {
  return group_end_.is('*') || is_group_short_ ||
         (is_c_keyword(group_end_.text) && group_end_.text != "void");
}

// Behind "API(int) f(int x)" and "__attribute__((cold)) int f(int x)": the last
// name before a "(" counts; of "int f(int x) MUST_HOLD(lock)" and others both.
// Pointers to functions: "int (*f)(int)".
void ItemBuilder::note_function_name(const Token &token) {
  bool is_outside = braces == 0 && !has_initialiser_ && !has_body;
  if (is_outside && parens == 0 && has_parameters_ && token.is('(') &&
      item_.names.size() == 1) {
    if (is_type_in_parentheses())
      item_.names.clear();
    item_.names.push_back(names_->intern(last_.text));
  }
  if (is_outside && parens == 1 && is_name_behind_star_ &&
      item_.names.empty() && (token.is(')') || token.is('[') || token.is('(')))
    item_.names.push_back(names_->intern(last_.text));
}

void ItemBuilder::note_group(const Token &token) {
  if (braces == 0 && parens == 1 && token.is(')')) {
    group_end_ = last_;
    is_group_short_ = before_last_.is('(') && last_.text != "void";
  }
}

// A name is what stands before "(", "=", "[", "," or ";" at top level, a tag,
// or an enumerator.
void ItemBuilder::note_name(const Token &token) {
  if (last_.kind != TokenKind::Identifier || is_c_keyword(last_.text) ||
      is_annotation(last_.text))
    return;
  note_function_name(token);
  bool ends_declarator = token.is('(') || token.is('=') || token.is('[') ||
                         token.is(',') || token.is(';') || token.is(':');
  bool is_top = braces == 0 && parens == 0 && ends_declarator &&
                !has_initialiser_ && !has_body && !has_parameters_;
  bool is_tag = braces == 0 && parens == 0 && is_record_ && token.is('{');
  bool is_enumerator = is_enum_ && braces == 1 && parens == 0 &&
                       (token.is(',') || token.is('=') || token.is('}'));
  if (is_top || is_tag || is_enumerator)
    item_.names.push_back(names_->intern(last_.text));
}

void ItemBuilder::name_it(const Token &name) {
  item_.hash = support::hash_bytes(name.text);
  item_.names.push_back(names_->intern(name.text));
}

void ItemBuilder::name_alike(const Token &name) {
  item_.names.push_back(names_->intern(name.text));
  for (NameId known : item_.names)
    item_.mentions.push_back(known);
}

// "lev" of __attribute__((alias("lev"))) and __asm__("lev").
std::string_view quoted_name(const Token &token) {
  std::string_view text = token.text;
  if (text.size() < 3 || text.front() != '"' || text.back() != '"')
    return {};
  text = text.substr(1, text.size() - 2);
  bool is_name = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  });
  return is_name ? text : std::string_view();
}

void ItemBuilder::mention(const Token &token) {
  if (token.kind == TokenKind::Text && braces == 0 && parens > 0 &&
      !has_initialiser_)
    if (std::string_view name = quoted_name(token); !name.empty())
      item_.mentions.push_back(names_->intern(name));
  // Not "case 1 ... LIMIT:".
  bool is_field =
      (last_.is('.') && !before_last_.is('.')) || last_.text == "->";
  if (token.kind == TokenKind::Identifier && !is_field &&
      !is_c_keyword(token.text) && !is_annotation(token.text))
    item_.mentions.push_back(names_->intern(token.text));
}

void ItemBuilder::add_to_macro(const Token &token) {
  item_.hash = support::mix(item_.hash, support::hash_bytes(token.text));
  mention(token);
  before_last_ = last_;
  last_ = token;
}

void ItemBuilder::note_star(const Token &token) {
  bool is_qualifier = token.text == "const" || token.text == "volatile" ||
                      token.text == "restrict" || token.text == "__restrict";
  if (token.kind == TokenKind::Identifier && !is_qualifier)
    is_name_behind_star_ = is_behind_star_;
  if (!is_qualifier)
    is_behind_star_ = token.is('*');
}

void ItemBuilder::add(const Token &token) {
  note_name(token);
  note_group(token);
  item_.hash = support::mix(item_.hash, support::hash_bytes(token.text));
  mention(token);
  bool is_top = braces == 0 && parens == 0;
  note_star(token);
  if (token.kind == TokenKind::Identifier) {
    item_.is_static |= is_top && token.text == "static";
    is_typedef_ |= is_top && token.text == "typedef";
    is_enum_ |= is_top && token.text == "enum";
    is_record_ |= is_top && (token.text == "struct" || token.text == "union" ||
                             token.text == "enum");
  } else if (token.is('{')) {
    has_braces_ = true;
  } else if (is_top && token.is('=')) {
    has_initialiser_ = true;
  } else if (is_top && token.is('(') && !item_.names.empty()) {
    has_parameters_ = true;
  }
  before_last_ = last_;
  last_ = token;
}

TextItem ItemBuilder::finish() {
  std::sort(item_.mentions.begin(), item_.mentions.end());
  item_.mentions.erase(
      std::unique(item_.mentions.begin(), item_.mentions.end()),
      item_.mentions.end());
  item_.is_function = has_body;
  item_.is_type = !has_body && !has_parameters_ && !has_initialiser_ &&
                  (is_typedef_ || (is_record_ && has_braces_));
  TextItem done = std::move(item_);
  *this = ItemBuilder(*names_);
  return done;
}

void ItemBuilder::resume(TextItem item) {
  item_ = std::move(item);
  has_body = has_parameters_ = true;
}

class Scanner {
public:
  Scanner(std::string_view text, NameTable &names)
      : lexer_(text), names_(names), item_(names) {}
  TextFile scan();

private:
  void read_directive();
  void read_include();
  void read_macro();
  void read_condition(std::string_view word);
  void read_token(const Token &token);
  void open_brace(const Token &token);
  void close_brace(const Token &token);
  void end_item();

  Lexer lexer_;
  NameTable &names_;
  ItemBuilder item_;
  TextFile file_;
  Token before_; // the token before this one
};

void Scanner::end_item() {
  if (!item_.is_empty())
    file_.items.push_back(item_.finish());
}

void Scanner::read_include() {
  std::string_view rest = lexer_.rest_of_line();
  std::size_t start = rest.find_first_of("\"<");
  if (start == std::string_view::npos)
    return;
  bool is_quoted = rest[start] == '"';
  std::size_t end = rest.find(is_quoted ? '"' : '>', start + 1);
  if (end == std::string_view::npos)
    return;
  file_.includes.push_back(
      {std::string(rest.substr(start + 1, end - start - 1)), is_quoted});
  if (!item_.is_empty())
    item_.add_include(file_.includes.back().name);
}

void Scanner::read_macro() {
  Token name = lexer_.next(true);
  if (name.kind != TokenKind::Identifier)
    return;
  ItemBuilder macro(names_);
  macro.name_it(name);
  Token last;
  std::size_t size = 0;
  for (Token token = lexer_.next(true); token.kind != TokenKind::End;
       token = lexer_.next(true), size++) {
    macro.add_to_macro(token);
    last = token;
  }
  if (size == 1 && last.kind == TokenKind::Identifier)
    macro.name_alike(last);
  file_.items.push_back(macro.finish());
  file_.items.back().is_macro = true;
}

// What conditions mention belongs to no item; their text counts for the file.
void Scanner::read_condition(std::string_view word) {
  std::uint64_t hash = support::hash_bytes(word);
  for (Token token = lexer_.next(true); token.kind != TokenKind::End;
       token = lexer_.next(true)) {
    hash = support::mix(hash, support::hash_bytes(token.text));
    if (token.text == "__has_include" || token.text == "__has_include_next")
      read_include();
    if (token.kind == TokenKind::Identifier)
      file_.directive_mentions.push_back(names_.intern(token.text));
  }
  file_.directives_hash = support::mix(file_.directives_hash, hash);
  if (!item_.is_empty()) // where it stands inside counts
    item_.add_condition(hash);
}

void Scanner::read_directive() {
  Token word = lexer_.next(true);
  if (word.text == "include")
    read_include();
  else if (word.text == "define")
    read_macro();
  else if (word.kind != TokenKind::End)
    read_condition(word.text);
  lexer_.skip_line();
}

void Scanner::open_brace(const Token &token) {
  // extern "C" { … } is no scope.
  if (item_.braces == 0 && before_.kind == TokenKind::Text && !item_.has_body) {
    item_.finish();
    return;
  }
  // int f(a) int a; { … }
  if (item_.is_empty() && !file_.items.empty()) {
    item_.resume(std::move(file_.items.back()));
    file_.items.pop_back();
  }
  item_.has_body |= item_.opens_body();
  item_.add(token);
  item_.braces++;
}

// A brace in the first column ends a top-level thing, whatever conditional
// compilation did to the count.
void Scanner::close_brace(const Token &token) {
  bool is_outermost = token.starts_line && token.column == 0;
  if (item_.braces == 0)
    return;
  item_.add(token);
  item_.braces = is_outermost ? 0 : item_.braces - 1;
  if (item_.braces == 0) {
    item_.parens = 0;
    if (item_.has_body)
      end_item();
  }
}

void Scanner::read_token(const Token &token) {
  if (token.is('{'))
    return open_brace(token);
  if (token.is('}'))
    return close_brace(token);
  item_.add(token);
  if (token.is('('))
    item_.parens++;
  else if (token.is(')'))
    item_.parens = std::max(0, item_.parens - 1);
  else if (token.is(';') && item_.braces == 0 && item_.parens == 0)
    end_item();
}

TextFile Scanner::scan() {
  for (Token token = lexer_.next(false); token.kind != TokenKind::End;
       token = lexer_.next(false)) {
    if (token.is('#') && token.starts_line)
      read_directive();
    else
      read_token(token);
    before_ = token;
  }
  end_item();
  return std::move(file_);
}

} // namespace

NameId NameTable::intern(std::string_view text) {
  if (auto found = ids_.find(text); found != ids_.end())
    return found->second;
  auto id = static_cast<NameId>(texts_.size());
  ids_.emplace(texts_.emplace_back(text), id);
  return id;
}

TextFile scan_text(std::string_view text, NameTable &names) {
  return Scanner(text, names).scan();
}

} // namespace mergeproof::scan

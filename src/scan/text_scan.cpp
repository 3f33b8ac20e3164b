#include "scan/text_scan.h"

#include "scan/brace_count.h"
#include "scan/item_builder.h"
#include "scan/plain_text.h"
#include "scan/text_lexer.h"
#include "support/hash.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace mergeproof::scan {
namespace {

class Scanner {
public:
  Scanner(std::string_view text, NameTable &names)
      : lexer_(text), names_(names), is_exact_(has_exact_braces(text)),
        item_(names, is_exact_) {}
  TextFile scan();

private:
  void read_directive();
  void read_include();
  void read_macro();
  void read_pragma();
  void note_named_file(const std::vector<Token> &tokens);
  void note_condition(std::string_view word, std::uint64_t hash);
  void read_condition(std::string_view word);
  void follow_branch(std::string_view word, std::string_view rest);
  void begin_branch();
  void read_token(const Token &token);
  void open_brace(const Token &token);
  void resume_head();
  void close_brace(const Token &token);
  void end_item();
  void add_surroundings(ItemBuilder &item) const;

  Lexer lexer_;
  NameTable &names_;
  bool is_exact_; // every branch of a condition counts anew
  ItemBuilder item_;
  TextFile file_;
  Token before_; // the token before this one
  std::uint64_t place_ = 0;
  std::uint64_t pragmas_ = 0;              // so far
  std::vector<std::uint64_t> conditions_;  // that are open
  std::map<NameId, std::uint64_t> macros_; // as defined so far
  struct Branch {
    int braces = 0; // where its condition begins
    bool is_other_language = false;
  };
  std::vector<Branch> branches_; // that are open
};

// Conditions and pragmas.
void Scanner::add_surroundings(ItemBuilder &item) const {
  item.add_to_hash(pragmas_);
  for (std::uint64_t condition : conditions_)
    item.add_to_hash(condition);
}

void Scanner::end_item() {
  if (item_.is_empty())
    return;
  add_surroundings(item_);
  file_.items.push_back(item_.finish());
  TextItem &item = file_.items.back();
  item.place = place_;
  for (NameId name : item.mentions)
    if (auto macro = macros_.find(name); macro != macros_.end())
      item.hash = support::mix(item.hash, macro->second);
}

void Scanner::read_include() {
  lexer_.skip_blanks();
  std::string_view rest = lexer_.rest_of_line();
  std::size_t start = rest.find_first_of("\"<");
  if (start == std::string_view::npos) {
    Token name = lexer_.next(true);
    if (name.kind == TokenKind::Identifier)
      file_.directive_mentions.push_back(names_.intern(name.text));
    return;
  }
  bool is_quoted = rest[start] == '"';
  std::size_t end = rest.find(is_quoted ? '"' : '>', start + 1);
  if (end == std::string_view::npos)
    return;
  file_.includes.push_back(
      {std::string(rest.substr(start + 1, end - start - 1)), is_quoted});
  if (!item_.is_empty())
    item_.add_include(file_.includes.back().name);
}

// "#define LIST(X) X(a) X(b)" makes a and b of what X is.
void name_made(const std::vector<Token> &tokens, ItemBuilder &macro) {
  if (tokens.empty() || !tokens[0].is('('))
    return;
  std::set<std::string_view> parameters;
  std::size_t i = 1;
  for (; i < tokens.size() && !tokens[i].is(')'); i++)
    parameters.insert(tokens[i].text);
  std::vector<Token> made;
  for (; i + 3 < tokens.size(); i++)
    if (parameters.contains(tokens[i].text) && tokens[i + 1].is('(') &&
        tokens[i + 2].kind == TokenKind::Identifier &&
        (tokens[i + 3].is(')') || tokens[i + 3].is(',')))
      made.push_back(tokens[i + 2]);
  if (made.size() > 1)
    for (const Token &name : made)
      if (!parameters.contains(name.text))
        macro.name_too(name);
}

bool is_pasted(const std::vector<Token> &tokens, std::size_t at) {
  return at + 3 < tokens.size() && tokens[at + 1].is('#') &&
         tokens[at + 2].is('#');
}

// "V_##n##_1" puts "V_" and "_1" at both ends of what n is.
std::vector<std::pair<std::string_view, std::string_view>>
find_pasted(const std::vector<Token> &tokens) {
  std::set<std::string_view> parameters{"__VA_ARGS__"};
  if (!tokens.empty() && tokens[0].is('('))
    for (std::size_t i = 1; i < tokens.size() && !tokens[i].is(')'); i++)
      parameters.insert(tokens[i].text);
  auto piece = [&](const Token &token) {
    bool is_fixed =
        token.kind == TokenKind::Identifier && !parameters.contains(token.text);
    return is_fixed ? token.text : std::string_view();
  };
  std::vector<std::pair<std::string_view, std::string_view>> found;
  for (std::size_t i = 0; i < tokens.size(); i++) {
    std::size_t first = i;
    while (is_pasted(tokens, i))
      i += 3;
    std::pair ends(piece(tokens[first]), piece(tokens[i]));
    if (i > first && (!ends.first.empty() || !ends.second.empty()))
      found.push_back(ends);
  }
  return found;
}

// "} int n(void) {" has as many of each, and ends a body nevertheless.
bool has_open_brace(const std::vector<Token> &tokens) {
  int depth = 0;
  for (const Token &token : tokens) {
    depth += token.is('{');
    depth -= token.is('}');
    if (depth < 0)
      return true;
  }
  return depth != 0;
}

// "#define HEADER "x.h"", for "#include HEADER".
void Scanner::note_named_file(const std::vector<Token> &tokens) {
  if (tokens.empty())
    return;
  const char *begin = tokens.front().text.data();
  std::string_view text(
      begin, static_cast<std::size_t>(tokens.back().text.data() +
                                      tokens.back().text.size() - begin));
  bool is_quoted = tokens.size() == 1 && tokens[0].kind == TokenKind::Text &&
                   text.front() == '"';
  bool is_angled =
      tokens.size() > 2 && text.front() == '<' && text.back() == '>';
  if ((is_quoted || is_angled) && text.size() > 2 &&
      text.find('.') != std::string_view::npos)
    file_.includes.push_back(
        {std::string(text.substr(1, text.size() - 2)), is_quoted});
}

void Scanner::read_macro() {
  Token name = lexer_.next(true);
  if (name.kind != TokenKind::Identifier)
    return;
  ItemBuilder macro(names_, is_exact_);
  macro.name_it(name);
  std::uint64_t &before = macros_[names_.intern(name.text)];
  macro.add_to_hash(before);
  add_surroundings(macro);
  std::vector<Token> tokens;
  for (Token token = lexer_.next(true); token.kind != TokenKind::End;
       token = lexer_.next(true)) {
    macro.add_to_macro(token);
    tokens.push_back(token);
  }
  if (tokens.size() == 1 && tokens[0].kind == TokenKind::Identifier)
    macro.name_alike(tokens[0]);
  name_made(tokens, macro);
  note_named_file(tokens);
  file_.items.push_back(macro.finish());
  file_.items.back().is_macro = true;
  file_.items.back().is_unbalanced = has_open_brace(tokens);
  for (const auto &[begin, end] : find_pasted(tokens))
    file_.items.back().pasted.emplace_back(names_.intern(begin),
                                           names_.intern(end));
  before = file_.items.back().hash;
  // "#define int long" means everybody.
  if (is_c_keyword(name.text) || is_annotation(name.text))
    file_.directives_hash = support::mix(file_.directives_hash, before);
}

void Scanner::note_condition(std::string_view word, std::uint64_t hash) {
  if (word.starts_with("if"))
    conditions_.push_back(hash);
  else if (word == "endif" && !conditions_.empty())
    conditions_.pop_back();
  else if (word.starts_with("el") && !conditions_.empty())
    conditions_.back() = support::mix(conditions_.back(), hash);
  else if (word == "pragma")
    pragmas_ = support::mix(pragmas_, hash);
}

// "#pragma redefine_extname a b", "#pragma weak a = b": b is another name of a.
void Scanner::read_pragma() {
  Lexer ahead = lexer_;
  std::string_view kind = ahead.next(true).text;
  Token name = ahead.next(true), other = ahead.next(true);
  if (kind == "weak" && other.is('='))
    other = ahead.next(true);
  else if (kind != "redefine_extname")
    return;
  if (name.kind != TokenKind::Identifier || other.kind != TokenKind::Identifier)
    return;
  ItemBuilder names(names_, is_exact_);
  names.name_it(name);
  names.name_alike(other);
  file_.items.push_back(names.finish());
  file_.items.back().is_macro = true;
}

// What conditions mention belongs to no item; their text counts for the file.
void Scanner::read_condition(std::string_view word) {
  if (word == "pragma")
    read_pragma();
  std::uint64_t hash = support::hash_bytes(word);
  for (Token token = lexer_.next(true); token.kind != TokenKind::End;
       token = lexer_.next(true)) {
    hash = support::mix(hash, support::hash_bytes(token.text));
    if (token.text == "__has_include" || token.text == "__has_include_next")
      read_include();
    if (token.kind != TokenKind::Identifier)
      continue;
    file_.directive_mentions.push_back(names_.intern(token.text));
    if (word == "undef")
      macros_[file_.directive_mentions.back()] = hash;
  }
  note_condition(word, hash);
  file_.directives_hash = support::mix(file_.directives_hash, hash);
  if (!item_.is_empty()) // where it stands inside counts
    item_.add_to_hash(hash);
}

void Scanner::follow_branch(std::string_view word, std::string_view rest) {
  if (word.starts_with("if"))
    branches_.push_back({item_.braces, is_for_cplusplus(word, rest)});
  if (branches_.empty())
    return;
  if (word.starts_with("el"))
    begin_branch();
  else if (word == "endif" && branches_.back().is_other_language)
    item_.braces = branches_.back().braces;
  if (word == "endif")
    branches_.pop_back();
}

// "int f(int x) {" in one branch, "int f(void) {" in the other; and "return 1;
// }" in one, "return 2; }" in the other.
void Scanner::begin_branch() {
  int braces = branches_.back().braces;
  if (braces == 0 && item_.braces > 0 && item_.has_body)
    item_.begin_alternative();
  if (braces > 0 && item_.is_empty() && !file_.items.empty()) {
    item_.resume(std::move(file_.items.back()));
    file_.items.pop_back();
  }
  item_.braces = braces;
}

void Scanner::read_directive() {
  place_ = support::mix(place_, support::hash_bytes(lexer_.rest_of_line()));
  Token word = lexer_.next(true);
  if (is_exact_)
    follow_branch(word.text, lexer_.rest_of_line());
  if (word.text.starts_with("include") || word.text == "embed" ||
      word.text == "import")
    read_include();
  else if (word.text == "define")
    read_macro();
  else if (word.kind != TokenKind::End)
    read_condition(word.text);
  lexer_.skip_line();
}

// int f(a, b) int a; int b; { … }
void Scanner::resume_head() {
  auto declares_parameters = [](const TextItem &item) {
    return !item.has_parameters && !item.is_function && !item.is_macro &&
           !item.has_initialiser;
  };
  auto head = std::find_if_not(file_.items.rbegin(), file_.items.rend(),
                               declares_parameters);
  bool is_found =
      head != file_.items.rend() && head->has_parameters && !head->is_function;
  auto first = is_found ? std::prev(head.base()) : std::prev(file_.items.end());
  TextItem item = std::move(*first);
  for (auto one = std::next(first); one != file_.items.end(); ++one) {
    item.hash = support::mix(item.hash, one->hash);
    for (auto names : {&TextItem::mentions, &TextItem::outer})
      (item.*names)
          .insert((item.*names).end(), (*one.*names).begin(),
                  (*one.*names).end());
  }
  file_.items.erase(first, file_.items.end());
  item_.resume(std::move(item));
}

void Scanner::open_brace(const Token &token) {
  // extern "C" { … } is no scope.
  if (item_.braces == 0 && before_.kind == TokenKind::Text && !item_.has_body) {
    item_.finish();
    return;
  }
  if (item_.is_empty() && !file_.items.empty())
    resume_head();
  item_.has_body |= item_.opens_body();
  item_.add(token);
  item_.braces++;
}

// Where braces do not tell, one in the first column ends a top-level thing.
void Scanner::close_brace(const Token &token) {
  bool is_outermost = !is_exact_ && token.starts_line && token.column == 0;
  if (item_.braces == 0)
    return;
  item_.add(token);
  if (is_outermost && item_.braces > 1)
    item_.name_all_called();
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
  if (item_.braces > 0)
    item_.name_all_called();
  end_item();
  file_.lines_hash = place_;
  return std::move(file_);
}

} // namespace

const NameId *NameTable::find(std::string_view text) const {
  auto known = ids_.find(text);
  return known == ids_.end() ? nullptr : &known->second;
}

NameId NameTable::intern(std::string_view text) {
  if (auto found = ids_.find(text); found != ids_.end())
    return found->second;
  auto id = static_cast<NameId>(texts_.size());
  ids_.emplace(texts_.emplace_back(text), id);
  return id;
}

TextFile scan_text(std::string_view text, NameTable &names) {
  std::string room;
  return Scanner(plain_text(text, room), names).scan();
}

// Behind a call stands no word.
bool has_definition_form(std::string_view text, std::string_view name) {
  std::string room;
  Lexer lexer(plain_text(text, room));
  Token token = lexer.next(false);
  while (token.kind != TokenKind::End) {
    bool is_it = token.kind == TokenKind::Identifier && token.text == name;
    token = lexer.next(false);
    if (!is_it || !token.is('('))
      continue;
    for (int open = 1; open > 0 && token.kind != TokenKind::End;) {
      token = lexer.next(false);
      open += token.is('(') ? 1 : token.is(')') ? -1 : 0;
    }
    token = lexer.next(false);
    if (token.is('{') || token.kind == TokenKind::Identifier)
      return true;
  }
  return false;
}

} // namespace mergeproof::scan

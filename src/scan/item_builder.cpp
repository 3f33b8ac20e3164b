#include "scan/item_builder.h"

#include "support/hash.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::scan {

bool ItemBuilder::opens_body() const {
  return braces == 0 && has_parameters_ && !has_initialiser_;
}

bool is_annotation(std::string_view word) {
  return word == "__attribute__" || word == "__attribute" ||
         word == "__declspec" || word == "__asm__" || word == "__asm" ||
         word == "asm" || word == "__typeof__" || word == "_Alignas";
}

// What is in a class or namespace of C++ defines no function of C. Their braces
// may be left out by a condition: then C has what is in between.
bool ItemBuilder::is_record(std::string_view word) const {
  bool is_of_cxx = word == "class" || word == "namespace";
  return word == "struct" || word == "union" || word == "enum" ||
         (is_of_cxx && are_braces_exact_);
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
  if (braces != 0 || has_body)
    return;
  if (parens == 0 && token.is('('))
    group_names_.clear();
  bool is_alone = last_.kind == TokenKind::Identifier &&
                  !is_c_keyword(last_.text) &&
                  (before_last_.is('(') || before_last_.is(','));
  if (parens == 1 && (token.is(',') || token.is(')')) && is_alone)
    group_names_.push_back(last_);
  if (parens == 1 && token.is(')')) {
    group_end_ = last_;
    is_group_short_ = before_last_.is('(') && last_.text != "void";
  }
}

// "int (f)(int x)", "FUNCTION(f) {", "VARIABLE(int, v) = 0", "NAMES(a, b);",
// "int v __attribute__((aligned(8))) = 0".
void ItemBuilder::note_name_in_parentheses(const Token &token) {
  bool is_outside =
      braces == 0 && parens == 0 && !has_initialiser_ && last_.is(')');
  if (!is_outside)
    return;
  bool is_alone = group_names_.size() == 1 && is_group_short_ &&
                  group_end_.text == group_names_[0].text;
  bool is_made = token.is('{') || token.is('=') ||
                 (is_macro_call_ && (token.is(';') || token.is('(')));
  if ((token.is('(') && is_alone) || is_made)
    for (const Token &name : group_names_)
      item_.names.push_back(names_->intern(name.text));
  bool ends_declarator =
      token.is('=') || token.is(';') || token.is(',') || token.is('[');
  if (!pending_.text.empty() && ends_declarator && item_.names.empty())
    item_.names.push_back(names_->intern(pending_.text));
}

// A name is what stands before "(", "=", "[", "," or ";" at top level, a tag,
// or an enumerator.
void ItemBuilder::note_name(const Token &token) {
  note_name_in_parentheses(token);
  if (last_.kind != TokenKind::Identifier || is_c_keyword(last_.text) ||
      is_annotation(last_.text))
    return;
  if (is_annotation(token.text) && braces == 0 && parens == 0 && !has_body &&
      !has_initialiser_ && !has_parameters_)
    pending_ = last_;
  if (token.is('(') && before_last_.text.empty())
    is_macro_call_ = true;
  if (token.is('('))
    called_.push_back(names_->intern(last_.text));
  note_function_name(token);
  bool ends_declarator = token.is('(') || token.is('=') || token.is('[') ||
                         token.is(',') || token.is(';') || token.is(':');
  bool is_top = braces == 0 && parens == 0 && ends_declarator &&
                !has_initialiser_ && !has_body && !has_parameters_;
  bool is_tag = !has_body && token.is('{') &&
                (is_record(before_last_.text) ||
                 (braces == 0 && parens == 0 && is_record_));
  bool is_enumerator = is_enum_ && !has_body && braces >= 1 && parens == 0 &&
                       (token.is(',') || token.is('=') || token.is('}') ||
                        is_annotation(token.text));
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

void ItemBuilder::name_too(const Token &name) {
  item_.names.push_back(names_->intern(name.text));
}

void ItemBuilder::name_all_called() {
  is_odd_ = true;
  item_.is_static = false;
  item_.names.insert(item_.names.end(), called_.begin(), called_.end());
}

namespace {

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

} // namespace

// An alias; a label is another name.
void ItemBuilder::mention_quoted(const Token &token) {
  std::string_view text = quoted_name(token);
  if (text.empty())
    return;
  NameId name = names_->intern(text);
  item_.mentions.push_back(name);
  item_.outer.push_back(name);
  item_.has_quoted_name = true;
  std::string_view word = before_last_.text;
  bool is_label = word == "__asm__" || word == "__asm" || word == "asm";
  if (is_label && !item_.names.empty()) {
    item_.mentions.push_back(item_.names.front());
    item_.names.push_back(name);
  }
}

void ItemBuilder::mention(const Token &token) {
  if (token.kind == TokenKind::Text && braces == 0 && parens > 0 &&
      !has_initialiser_)
    mention_quoted(token);
  // A short number as an argument may become a part of a name.
  bool is_argument = token.kind == TokenKind::Number && token.text.size() < 4 &&
                     (last_.is('(') || last_.is(','));
  if (is_argument)
    item_.mentions.push_back(names_->intern(token.text));
  // Not "case 1 ... LIMIT:".
  bool is_field =
      (last_.is('.') && !before_last_.is('.')) || last_.text == "->";
  if (token.kind == TokenKind::Identifier && !is_field &&
      !is_c_keyword(token.text) && !is_annotation(token.text)) {
    item_.mentions.push_back(names_->intern(token.text));
    if (!is_in_body())
      item_.outer.push_back(item_.mentions.back());
  }
}

// "ops->run(x)", "(*ops->run)(x)", "ops->run = f;", and "int (*run)(int);".
void ItemBuilder::note_field(const Token &token) {
  bool is_name = last_.kind == TokenKind::Identifier;
  bool is_field =
      is_name && (before_last_.is('.') || before_last_.text == "->");
  if (token.is('(') && (is_field || (last_.is(')') && !field_.text.empty())))
    item_.called_fields.push_back(
        names_->intern(is_field ? last_.text : field_.text));
  field_ = is_field && token.is(')') ? last_ : Token();
  bool is_declared = is_name && is_record_ && !has_body && braces >= 1 &&
                     (token.is(';') || token.is(',') || token.is('[') ||
                      (token.is(')') && before_last_.is('*')));
  if (is_declared)
    item_.fields.push_back(names_->intern(last_.text));
  note_unclear(token, is_field);
  if (is_field && token.is('='))
    store_ = last_;
  else
    note_store(token);
}

// "&ops->run;", and "ops->run = other->go;". `is_field`: the last token is one.
void ItemBuilder::note_unclear(const Token &token, bool is_field) {
  bool ends = token.is(';') || token.is(',') || token.is('}');
  if (is_field && !token.is('=')) {
    NameId name = names_->intern(last_.text);
    if (is_address_)
      item_.unclear_fields.push_back(name);
    if (!stored_into_.text.empty())
      item_.copies.emplace_back(names_->intern(stored_into_.text), name);
  }
  if (ends)
    stored_into_ = Token();
  else if (is_field && token.is('='))
    stored_into_ = last_;
  bool is_operand =
      (last_.kind == TokenKind::Identifier && !is_c_keyword(last_.text)) ||
      last_.kind == TokenKind::Number || last_.is(']');
  bool is_unary = token.is('&') && !is_operand && !last_.is('&');
  bool goes_on = token.kind == TokenKind::Identifier || token.is('.') ||
                 token.text == "->" || token.is('(') || token.is('[') ||
                 token.is(']') || token.kind == TokenKind::Number;
  is_address_ = is_unary || (is_address_ && goes_on);
}

void ItemBuilder::note_store(const Token &token) {
  if (store_.text.empty())
    return;
  bool ends = token.is(';') || token.is(',') || token.is('}');
  if (ends && !stored_.text.empty())
    item_.stores.emplace_back(names_->intern(store_.text),
                              names_->intern(stored_.text));
  bool is_value = token.kind == TokenKind::Identifier && stored_.text.empty();
  bool goes_on = is_value || token.is('&');
  stored_ = is_value ? token : Token();
  if (goes_on)
    return;
  if (!ends)
    item_.unclear_fields.push_back(names_->intern(store_.text));
  store_ = Token();
}

// "i++ + j" is not "i + ++j".
void ItemBuilder::hash(const Token &token) {
  bool is_joined = last_.kind == TokenKind::Punctuator &&
                   token.kind == TokenKind::Punctuator &&
                   last_.text.data() + last_.text.size() == token.text.data();
  add_to_hash(support::hash_bytes(token.text));
  if (is_joined)
    add_to_hash(1);
}

void ItemBuilder::add_to_macro(const Token &token) {
  hash(token);
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
  note_field(token);
  hash(token);
  mention(token);
  bool is_top = braces == 0 && parens == 0;
  note_star(token);
  if (token.kind == TokenKind::Identifier) {
    item_.is_static |= is_top && token.text == "static";
    is_typedef_ |= is_top && token.text == "typedef";
    is_extern_ |= is_top && token.text == "extern";
    is_enum_ |= parens == 0 && token.text == "enum";
    is_record_ |= is_top && is_record(token.text);
  } else if (token.is('{')) {
    has_braces_ = true;
  } else if (is_top && token.is('=')) {
    has_initialiser_ = true;
  } else if (is_top && token.is(',')) {
    has_initialiser_ = false; // of the declarator before
    has_parameters_ &= !is_typedef_;
  } else if (is_top && token.is('(') && !item_.names.empty()) {
    has_parameters_ = true;
  }
  before_last_ = last_;
  last_ = token;
}

namespace {

void make_set(std::vector<NameId> &names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

} // namespace

TextItem ItemBuilder::finish() {
  item_.has_initialiser = has_initialiser_;
  item_.has_parameters = has_parameters_;
  if (is_odd_)
    item_.outer = item_.mentions;
  item_.outer.insert(item_.outer.end(), item_.names.begin(), item_.names.end());
  make_set(item_.outer);
  make_set(item_.mentions);
  item_.is_function = has_body;
  item_.is_type = !has_body && !has_parameters_ && !has_initialiser_ &&
                  (is_typedef_ || (is_record_ && has_braces_));
  item_.is_odd = is_odd_;
  item_.is_declaration = !has_body && !has_initialiser_ && !is_macro_call_ &&
                         !is_odd_ && (has_parameters_ || is_extern_);
  TextItem done = std::move(item_);
  *this = ItemBuilder(*names_, are_braces_exact_);
  return done;
}

void ItemBuilder::begin_alternative() {
  TextItem item = std::move(item_);
  std::vector<NameId> called = std::move(called_);
  bool is_odd = is_odd_;
  *this = ItemBuilder(*names_, are_braces_exact_);
  item_ = std::move(item);
  item_.is_static = false;
  called_ = std::move(called);
  is_odd_ = is_odd;
}

void ItemBuilder::resume(TextItem item) {
  item_ = std::move(item);
  has_body = has_parameters_ = true;
}

} // namespace mergeproof::scan

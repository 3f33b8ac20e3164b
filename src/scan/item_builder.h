// Gathers the tokens of one item of a C text and guesses which of them it
// names.
#pragma once

#include "scan/text_lexer.h"
#include "scan/text_scan.h"
#include "support/hash.h"

#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::scan {

bool is_annotation(std::string_view word); // __attribute__, asm, …

class ItemBuilder {
public:
  // `are_braces_exact`: has_exact_braces() of the text.
  ItemBuilder(NameTable &names, bool are_braces_exact)
      : names_(&names), are_braces_exact_(are_braces_exact) {}

  void add(const Token &token);
  void name_it(const Token &name);    // a macro: its name is known
  void name_alike(const Token &name); // "#define a b": b is another name of it
  void name_too(const Token &name);   // "#define L(X) X(a) X(b)" makes a and b
  void add_include(std::string name) {
    item_.includes.push_back(std::move(name));
  }
  void add_to_macro(const Token &token);
  bool is_empty() const { return item_.hash == 0; }
  void add_to_hash(std::uint64_t hash) {
    item_.hash = support::mix(item_.hash, hash);
  }
  // Its braces do not match: what looks like a call may be a definition.
  void name_all_called();
  // Another branch of a condition begins; the last one left a body open.
  void begin_alternative();
  TextItem finish();          // and start again
  void resume(TextItem item); // its body follows

  int braces = 0;
  int parens = 0;
  bool has_body = false;   // a '{' that follows parameters
  bool opens_body() const; // would '{' now begin a function's body?

private:
  bool is_in_body() const { return has_body && braces > 0; }
  void hash(const Token &token);
  void note_field(const Token &token);
  void note_store(const Token &token);
  void note_unclear(const Token &token, bool is_field);
  void note_name(const Token &token);
  void note_name_in_parentheses(const Token &token);
  void note_function_name(const Token &token);
  void note_group(const Token &token);
  void note_star(const Token &token);
  bool is_type_in_parentheses() const;
  bool is_record(std::string_view word) const;
  void mention(const Token &token);
  void mention_quoted(const Token &token);
  NameTable *names_;
  bool are_braces_exact_;
  TextItem item_;
  Token last_, before_last_;
  bool is_behind_star_ = false;      // but for qualifiers
  bool is_name_behind_star_ = false; // the same of the last name
  Token group_end_; // what stood last in the last parentheses at top level
  bool is_group_short_ = false;    // and was alone in them
  std::vector<Token> group_names_; // that stand there alone between commas
  std::vector<NameId> called_;     // what stands before "("
  Token field_;                    // what was called, "(ops->run)" before "("
  Token store_;                    // "run" of "ops->run = …"
  Token stored_;                   // "f" of "ops->run = f"
  Token stored_into_;              // "run" behind "ops->run =", up to ";"
  bool is_address_ = false;        // behind "&", up to where its operand ends
  Token pending_;                  // "v" of "int v __attribute__((…))"
  bool is_macro_call_ = false;     // "NAME(" begins the item
  bool is_odd_ = false;
  bool is_enum_ = false;
  bool is_typedef_ = false;
  bool is_extern_ = false;
  bool has_braces_ = false;
  bool has_initialiser_ = false;
  bool has_parameters_ = false; // name(…) seen at top level
  bool is_record_ = false;      // struct, union or enum without parameters yet
};

} // namespace mergeproof::scan

// What a C file's text says without parsing it: what it includes, what it
// defines at top level, and which identifiers each definition mentions.
//
//     #define LIMIT 4            names: LIMIT   mentions: -
//     static int g(int x) {      names: g       mentions: x, h, LIMIT
//       return h(x) + LIMIT;
//     }
//
// Which names an item defines is a guess that errs to both sides on odd text
// (functions that macros make): it decides which files are worth parsing, never
// a verdict. Which names a text writes at all is none, and verdicts rest on it.
// Linear in the text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergeproof::scan {

using NameId = std::uint32_t;

class NameTable {
public:
  NameId intern(std::string_view text);
  const NameId *find(std::string_view text) const; // null: nobody wrote it
  const std::string &text(NameId id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, NameId> ids_;
};

// One top-level thing: a function, declaration, type, object or macro.
struct TextItem {
  std::vector<NameId> names; // several: "typedef struct a {…} b;"
  std::vector<NameId>
      mentions; // sorted; keywords, fields after . and -> left out
  // Of these, and of the names, the sorted ones outside a function's body: what
  // is written inside only defines nothing.
  std::vector<NameId> outer;
  // Functions in tables: which fields are called ("ops->run(x)"), what is
  // stored in which ("ops->run = f", ".run = f"), and the fields that a type
  // has.
  std::vector<NameId> called_fields, fields;
  std::vector<std::pair<NameId, NameId>> stores; // field, name
  // Where something else is stored, or the address is taken: fields that may
  // hold what the item names.
  std::vector<NameId> unclear_fields;
  std::vector<std::pair<NameId, NameId>> copies; // "ops->run = other->go"
  bool has_initialiser = false;
  bool has_parameters = false;
  // What a macro puts at both ends of others: "V_##n##_1", "V_##n" (and "").
  std::vector<std::pair<NameId, NameId>> pasted;
  std::vector<std::string> includes; // texts that are included inside it
  // Of its tokens, and of the conditions, pragmas and macros of this file that
  // it is under: layout and comments do not count.
  std::uint64_t hash = 0;
  std::uint64_t place = 0; // of all macros and directives of the text before it
  bool is_static = false;
  bool is_function = false; // with a body
  bool is_type = false;     // a struct, union, enum or typedef
  bool is_macro = false;
  bool is_declaration =
      false;           // "extern int v;", "int f(int);", "int v, f(int);"
  bool is_odd = false; // its braces do not match: it names all that it calls
  bool has_quoted_name = false; // an alias or a label: defines, or is defined
  bool is_unbalanced = false;   // a macro with an open brace or a closing one
};

struct TextInclude {
  std::string name; // as written between the quotes or angle brackets
  bool is_quoted = false;
  bool operator==(const TextInclude &) const = default;
};

struct TextFile {
  std::vector<TextItem> items;
  std::vector<TextInclude> includes;
  // What stands in directives but #include and #define: conditions, pragmas.
  std::uint64_t directives_hash = 0;
  std::uint64_t lines_hash = 0; // of all directives, as they are written
  std::vector<NameId> directive_mentions; // what conditions ask for
};

// Whether the text has the name before parameters and a body, "f(int x) {" or
// "f(x) int x; {", and not only calls of it; also where braces do not match.
bool has_definition_form(std::string_view text, std::string_view name);

TextFile scan_text(std::string_view text, NameTable &names);

} // namespace mergeproof::scan

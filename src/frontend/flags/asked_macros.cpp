#include "frontend/flags/asked_macros.h"

#include "frontend/flags/call_texts.h"
#include "frontend/flags/configured_for.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::frontend::flags {
namespace {

// Whatever a configure script asks, it asks for these.
constexpr std::string_view usual_headers[] = {
    "dlfcn.h",    "inttypes.h",  "memory.h", "stdint.h",
    "stdio.h",    "stdlib.h",    "string.h", "strings.h",
    "sys/stat.h", "sys/types.h", "unistd.h"};

// What a macro of autoconf, or of a project that names its own alike, asks for
// with each word of its first argument.
struct Question {
  std::string_view part; // of the macro's name
  std::string_view before;
};

constexpr Question of_words[] = {{"CHECK_HEADER", "HAVE_"},
                                 {"CHECK_FUNC", "HAVE_"},
                                 {"REPLACE_FUNC", "HAVE_"},
                                 {"CHECK_DECL", "HAVE_DECL_"}};

// Types are of several words: AC_CHECK_TYPES([struct timeval, ssize_t]).
constexpr Question of_types[] = {{"CHECK_TYPE", "HAVE_"},
                                 {"CHECK_MEMBERS", "HAVE_"},
                                 {"CHECK_SIZEOF", "SIZEOF_"},
                                 {"CHECK_ALIGNOF", "ALIGNOF_"}};

bool is_macro(std::string_view word) {
  return !word.empty() &&
         std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_';
         });
}

class Asked {
public:
  void undef(const std::string &macro) {
    if (is_macro(macro))
      asked_.lines.insert("#undef " + macro);
  }
  void define(const std::string &macro, std::string_view value) {
    if (is_macro(macro))
      asked_.lines.insert("#define " + macro + " " + std::string(value));
  }
  void append(std::string_view text) { asked_.texts.emplace(text); }
  AskedMacros take() { return std::move(asked_); }

private:
  AskedMacros asked_;
};

void ask_types(std::string_view list, const std::string &before, Asked &asked) {
  for (; !list.empty(); list = after_first_argument(list)) {
    std::string type;
    for (const std::string &word : words_of_list(first_argument(list)))
      type += (type.empty() ? "" : "_") + word;
    asked.undef(before + to_macro(type));
  }
}

std::string_view without_brackets(std::string_view text) {
  std::size_t begin = text.find_first_not_of(" \t\r\n[");
  std::size_t end = text.find_last_not_of(" \t\r\n]");
  return begin == text.npos || end < begin
             ? std::string_view()
             : text.substr(begin, end - begin + 1);
}

void ask_definition(const CallText &call, Asked &asked) {
  std::string macro(without_brackets(first_argument(call.arguments)));
  std::string_view value =
      without_brackets(first_argument(after_first_argument(call.arguments)));
  asked.undef(macro);
  if (value.starts_with('"'))
    asked.define(macro, "\"\"");
}

void ask(const CallText &call, Asked &asked) {
  std::string_view list = without_brackets(first_argument(call.arguments));
  if (call.name == "AH_BOTTOM" || call.name == "AH_TOP")
    return asked.append(list);
  if (call.name == "AH_VERBATIM")
    return asked.append(without_brackets(after_first_argument(call.arguments)));
  if (call.name.starts_with("AC_DEFINE"))
    return ask_definition(call, asked);
  for (const Question &question : of_types)
    if (call.name.find(question.part) != call.name.npos)
      ask_types(list, std::string(question.before), asked);
  for (const Question &question : of_words)
    if (call.name.find(question.part) != call.name.npos)
      for (const std::string &word : words_of_list(list))
        asked.undef(std::string(question.before) + to_macro(word));
}

// Those that stand without arguments: AC_HEADER_STDBOOL, AC_FUNC_FORK.
void ask_by_names(std::string_view text, Asked &asked) {
  for (const std::string &word : words_of_list(text)) {
    if (word.starts_with("AC_HEADER_"))
      asked.undef("HAVE_" + word.substr(10) + "_H");
    else if (word.starts_with("AC_FUNC_"))
      asked.undef("HAVE_" + word.substr(8));
    else if (word.starts_with("HAVE_"))
      asked.undef(word);
  }
}

// "conf.set('X', 1)" at the margin is under no condition.
void ask_meson_value(const CallText &call, bool is_at_margin, Asked &asked) {
  std::vector<std::string> literals =
      literals_in(first_argument(call.arguments));
  if (!call.name.starts_with("set") || literals.size() != 1)
    return;
  std::string_view value =
      without_brackets(after_first_argument(call.arguments));
  asked.undef(literals[0]);
  if (call.name == "set_quoted")
    asked.define(literals[0], "\"\"");
  else if (is_at_margin && (value == "true" || value == "1"))
    asked.define(literals[0], "1");
}

bool is_at_margin(std::string_view text, const CallText &call) {
  std::size_t at = static_cast<std::size_t>(call.name.data() - text.data());
  std::size_t begin = text.substr(0, at).rfind('\n') + 1;
  return begin < text.size() && text[begin] != ' ' && text[begin] != '\t';
}

} // namespace

void AskedMacros::add(AskedMacros other) {
  lines.merge(other.lines);
  texts.merge(other.texts);
}

std::string AskedMacros::to_template() const {
  std::string text;
  for (const std::set<std::string> &some : {lines, texts})
    for (const std::string &one : some)
      text += one + "\n";
  return text;
}

AskedMacros asked_by_autoconf(std::string_view text) {
  Asked asked;
  for (std::string_view header : usual_headers)
    asked.undef("HAVE_" + to_macro(header));
  for (const char *macro : {"STDC_HEADERS", "PACKAGE", "PACKAGE_BUGREPORT",
                            "PACKAGE_NAME", "PACKAGE_STRING", "PACKAGE_TARNAME",
                            "PACKAGE_URL", "PACKAGE_VERSION", "VERSION"})
    asked.undef(macro);
  const std::string code = without_comments(text, "dnl");
  for (const CallText &call : calls_in(code))
    ask(call, asked);
  ask_by_names(code, asked);
  if (code.find("AC_USE_SYSTEM_EXTENSIONS") != code.npos ||
      code.find("AC_GNU_SOURCE") != code.npos)
    asked.undef("_GNU_SOURCE");
  return asked.take();
}

AskedMacros asked_by_meson(std::string_view text) {
  Asked asked;
  const std::string code = without_comments(text, "#");
  for (const CallText &call : calls_in(code))
    ask_meson_value(call, is_at_margin(code, call), asked);
  // Names of lists that loops go through: headers, functions, types.
  for (const std::string &literal : literals_in(code))
    asked.undef(literal.starts_with("HAVE_") ? literal
                                             : "HAVE_" + to_macro(literal));
  return asked.take();
}

AskedMacros asked_by_script(const std::string &script,
                            const source::Tree &tree) {
  auto text = tree.read(script);
  if (!text)
    return {};
  if (!script.ends_with("meson.build"))
    return asked_by_autoconf(text.value());
  AskedMacros asked = asked_by_meson(text.value());
  if (auto root = tree.read("meson.build"))
    asked.add(asked_by_meson(root.value()));
  return asked;
}

} // namespace mergeproof::frontend::flags

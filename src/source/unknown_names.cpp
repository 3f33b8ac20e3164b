#include "source/unknown_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace mergeproof::source {
namespace {

// Messages of clang about a type whose size it needs: "field has incomplete
// type 'event_t' (aka 'struct event')".
constexpr std::string_view of_sizes[] = {
    "field has incomplete type '",
    "variable has incomplete type '",
    "array has incomplete element type '",
    "tentative definition has type '",
    "invalid application of 'sizeof' to an incomplete type '",
    "arithmetic on a pointer to an incomplete type '",
    "subscript of pointer to incomplete type '"};

std::string_view up_to_quote(std::string_view text) {
  return text.substr(0, std::min(text.find('\''), text.size()));
}

// "" when the message does not begin so.
std::string_view name_after(std::string_view message, std::string_view begin) {
  return message.starts_with(begin) ? up_to_quote(message.substr(begin.size()))
                                    : std::string_view();
}

// The tag of the struct that `rest` begins with, as itself or behind a name.
std::string_view tag_in(std::string_view rest) {
  constexpr std::string_view tag = "struct ", alias = "(aka 'struct ";
  if (rest.starts_with(tag))
    return up_to_quote(rest.substr(tag.size()));
  std::size_t at = rest.find(alias);
  return at == rest.npos ? std::string_view()
                         : up_to_quote(rest.substr(at + alias.size()));
}

bool is_identifier(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_';
         });
}

// What nobody takes for the name of a variable or a type.
bool is_in_capitals(std::string_view text) {
  return is_identifier(text) && text.size() > 1 &&
         std::none_of(text.begin(), text.end(),
                      [](unsigned char c) { return std::islower(c) != 0; });
}

// What is no variable of anybody's, though in small letters.
bool is_of_c(std::string_view name) {
  constexpr std::string_view names[] = {"environ", "errno",  "false", "stderr",
                                        "stdin",   "stdout", "true"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void note(std::string_view message, UnknownNames &found) {
  // The second one where a header would have "typedef struct s s;".
  for (std::string_view begin :
       {"unknown type name '", "must use 'struct' tag to refer to type '"})
    if (auto type = name_after(message, begin); !type.empty())
      found.types.emplace(type);
  // Each function that names the struct in its parameters has its own, then.
  if (message.ends_with("' will not be visible outside of this function"))
    if (auto tag = name_after(message, "declaration of 'struct ");
        is_identifier(tag))
      found.tags.emplace(tag);
  if (auto value = name_after(message, "use of undeclared identifier '");
      is_in_capitals(value) || is_of_c(value))
    found.values.emplace(value);
  for (std::string_view begin : of_sizes)
    if (message.starts_with(begin))
      if (auto tag = tag_in(message.substr(begin.size())); is_identifier(tag))
        found.structs.emplace(tag);
}

} // namespace

UnknownNames find_unknown_names(const std::vector<Diagnostic> &diagnostics) {
  UnknownNames found;
  for (const Diagnostic &one : diagnostics)
    note(one.message, found);
  return found;
}

void UnknownNames::add(const UnknownNames &other) {
  types.insert(other.types.begin(), other.types.end());
  structs.insert(other.structs.begin(), other.structs.end());
  tags.insert(other.tags.begin(), other.tags.end());
  values.insert(other.values.begin(), other.values.end());
}

void UnknownNames::erase_if(
    const std::function<bool(const std::string &)> &test) {
  for (std::set<std::string> *names : {&types, &structs, &tags, &values})
    std::erase_if(*names, test);
}

} // namespace mergeproof::source

#include "frontend/flags/call_texts.h"

#include "frontend/flags/skip_blanks.h"
#include "support/words.h"

#include <algorithm>

namespace mergeproof::frontend::flags {
namespace {

using support::is_part_of_word;

// What is nested deeper is no question of a build script: arguments are read
// for each call that they are in.
constexpr std::size_t most_nested = 50;

std::size_t first_comma(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); at++) {
    if (text[at] == '(' || text[at] == '[')
      depth++;
    else if (text[at] == ')' || text[at] == ']')
      depth--;
    else if (text[at] == ',' && depth == 0)
      return at;
  }
  return text.size();
}

} // namespace

std::vector<CallText> calls_in(std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::vector<CallText> calls; // those still open have all that follows
  std::vector<std::size_t> open;
  std::string_view name; // the word in front
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part_of_word(text[end]))
      end++;
    if (end > at) {
      name = text.substr(at, end - at);
      at = end;
      continue;
    }
    if (text[at] == '(' && !name.empty() && open.size() < most_nested) {
      open.push_back(calls.size());
      calls.push_back({name, text.substr(at + 1)});
    } else if (text[at] == '(') {
      open.push_back(none);
    } else if (text[at] == ')' && !open.empty()) {
      if (open.back() != none) {
        std::string_view &arguments = calls[open.back()].arguments;
        arguments = arguments.substr(
            0, static_cast<std::size_t>(&text[at] - arguments.data()));
      }
      open.pop_back();
    }
    if (text[at] != ' ')
      name = {};
    at++;
  }
  return calls;
}

std::string_view first_argument(std::string_view arguments) {
  return arguments.substr(0, first_comma(arguments));
}

std::string_view after_first_argument(std::string_view arguments) {
  std::size_t comma = first_comma(arguments);
  return comma == arguments.size() ? std::string_view()
                                   : arguments.substr(comma + 1);
}

std::string keyword(std::string_view arguments, std::string_view name) {
  for (std::size_t at = arguments.find(name); at != arguments.npos;
       at = arguments.find(name, at + 1)) {
    if (at > 0 && is_part_of_word(arguments[at - 1]))
      continue;
    std::string_view rest = skip_blanks(arguments.substr(at + name.size()));
    if (!rest.starts_with(':'))
      continue;
    rest = skip_blanks(rest.substr(1));
    std::size_t end = rest.find('\'', 1);
    if (rest.starts_with('\'') && end != rest.npos)
      return std::string(rest.substr(1, end - 1));
  }
  return "";
}

std::vector<std::string> words_of_list(std::string_view text) {
  constexpr std::string_view between = " \t\r\n,[]\"'\\();";
  std::vector<std::string> words;
  for (std::size_t at = 0;
       (at = text.find_first_not_of(between, at)) != text.npos;) {
    std::size_t end = std::min(text.find_first_of(between, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string> literals_in(std::string_view text) {
  std::vector<std::string> literals;
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos;) {
    std::size_t end = text.find_first_of("'\n", at + 1);
    if (end == text.npos)
      break;
    if (text[end] == '\'')
      literals.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return literals;
}

std::string without_comments(std::string_view text, std::string_view start) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    std::size_t comment = line.find(start);
    while (comment != line.npos && comment > 0 &&
           is_part_of_word(line[comment - 1]))
      comment = line.find(start, comment + 1);
    kept += line.substr(0, comment);
    kept += '\n';
    at = end + 1;
  }
  return kept;
}

} // namespace mergeproof::frontend::flags

// Calls in the text of a build script, whatever language of the three it is:
// a name, and what stands in the parentheses behind it, nested calls too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::frontend::flags {

struct CallText {
  std::string_view name; // both are parts of the text
  std::string_view arguments;
};

std::vector<CallText> calls_in(std::string_view text);

// Up to the first comma that is in no brackets.
std::string_view first_argument(std::string_view arguments);
// What stands behind it.
std::string_view after_first_argument(std::string_view arguments);

// The text behind "name:", when it is a literal; else empty.
std::string keyword(std::string_view arguments, std::string_view name);

// Split at blanks and commas, without the brackets and quotes around words.
std::vector<std::string> words_of_list(std::string_view text);

// 'Literals' of a text.
std::vector<std::string> literals_in(std::string_view text);

// Without comments: from any of the words (dnl, #) to the end of its line.
std::string without_comments(std::string_view text, std::string_view start);

} // namespace mergeproof::frontend::flags

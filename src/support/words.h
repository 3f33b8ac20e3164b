// Words of a text: runs of letters, digits and "_", as in names of C.
#pragma once

#include <cctype>
#include <string_view>

namespace mergeproof::support {

inline bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether `word` stands in the text by itself.
inline bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part_of_word(text[at - 1])) &&
        (end == text.size() || !is_part_of_word(text[end])))
      return true;
  }
  return false;
}

} // namespace mergeproof::support

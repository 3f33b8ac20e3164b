#pragma once

#include <string_view>

namespace mergeproof::frontend::flags {

// The text behind its leading blanks and tabs.
inline std::string_view skip_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first);
}

} // namespace mergeproof::frontend::flags

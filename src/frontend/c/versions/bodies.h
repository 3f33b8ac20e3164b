// The bodies of the functions that a file defines, in its text, and where they
// are in the text of another version of it.
#pragma once

#include "ir/expr.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
}

namespace mergeproof::frontend::c {

struct Body {
  unsigned begin = 0, end = 0; // its braces
  std::string name;            // of the function
  ir::Symbol id;
  bool is_shareable = false; // nothing but the text decides what it means
  bool uses_line_numbers = false;
};

// A body in another text: the braces, and their first one's line.
struct BodyPlace {
  unsigned begin = 0, end = 0;
  std::int64_t line = 0;        // from 1
  std::int64_t lines_moved = 0; // since the first text
  bool is_same = false;         // also in its column
};

// The bodies of `text`, in its order, in `other`; none where the texts differ
// outside of bodies or where that cannot be seen from the texts alone.
std::optional<std::vector<BodyPlace>>
find_bodies(const std::string &text, const std::vector<Body> &bodies,
            const std::string &other, const clang::LangOptions &language);

// Whether the text may hold a directive of the preprocessor.
bool may_have_directive(std::string_view text);

} // namespace mergeproof::frontend::c

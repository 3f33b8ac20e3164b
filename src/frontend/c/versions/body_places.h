// Where the bodies of the functions of a file are in the text of another
// version of it.
#pragma once

#include "frontend/c/versions/outline.h"

#include <cstdint>
#include <optional>

namespace mergeproof::frontend::c {

// A body in another text: the braces, and their first one's line.
struct BodyPlace {
  unsigned begin = 0, end = 0;
  std::int64_t line = 0;        // from 1
  std::int64_t lines_moved = 0; // since the first text
};

// What differs, by lines, and more exactly where a body does.
std::vector<TextGap> find_gaps(const std::string &text,
                               const std::vector<Body> &bodies,
                               const std::string &other);

// Of each body; none where it is not the same in all that is seen of it, its
// column, too.
std::vector<std::optional<BodyPlace>>
find_bodies(const std::string &text, const std::vector<Body> &bodies,
            const std::string &other, const std::vector<TextGap> &gaps);

// Whether counting '\n' counts what clang takes for the ends of lines.
bool has_plain_lines(const std::string &text);

} // namespace mergeproof::frontend::c

// Which lines of a text another text does not have, in order.
//
//     before  after             changed_lines(before, after)
//     a       a
//     b       c                 1  ("c" is new or changed)
//     d       d
#pragma once

#include <string>
#include <vector>

namespace mergeproof::align {

std::vector<std::string> split_lines(const std::string &text);

// Indices into `after` of the lines that the best matching with `before`
// (align/sequence.h) leaves out. Blanks at the ends of lines do not count,
// empty lines are never listed.
std::vector<std::size_t> changed_lines(const std::vector<std::string> &before,
                                       const std::vector<std::string> &after);

// For each line of `after` the index of the one of `before` that such a
// matching pairs it with; before.size() where it is left out.
std::vector<std::size_t> matching_lines(const std::vector<std::string> &before,
                                        const std::vector<std::string> &after);

} // namespace mergeproof::align

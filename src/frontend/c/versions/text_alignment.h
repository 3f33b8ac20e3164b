// Which lines of two texts are the same, in their order.
//
//     text        other
//     int a;      int a;
//     int b;      int c;      a gap: one line here, two there
//                 int d;
//     int e;      int e;
//
// What lies outside of gaps is the same. Neighbours are not joined: a gap may
// be empty in one of the texts.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mergeproof::frontend::c {

struct Extent {
  unsigned begin = 0, end = 0; // behind the last
  bool operator==(const Extent &) const = default;
  bool contains(unsigned at) const { return begin <= at && at < end; }
};

// Whether the change of `gap` changes what is in `extent`: an empty gap does
// inside of it.
bool touches(const Extent &gap, const Extent &extent);

struct TextGap {
  Extent here, there;
};

std::vector<TextGap> align_lines(const std::string &text,
                                 const std::string &other);

// Where what no gap touches is in the other text; none: one does.
std::optional<unsigned> place_in_other(const std::vector<TextGap> &gaps,
                                       const Extent &extent);

} // namespace mergeproof::frontend::c

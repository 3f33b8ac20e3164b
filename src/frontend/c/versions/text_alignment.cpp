#include "frontend/c/versions/text_alignment.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace mergeproof::frontend::c {
namespace {

// Texts that differ more have nothing in common between their ends.
constexpr int most_edits = 1000;

struct Lines {
  std::vector<unsigned> begins; // and where the last one ends
  std::vector<unsigned> ids;    // the same for the same text

  unsigned count() const { return unsigned(ids.size()); }
};

using LineIds = std::unordered_map<std::string_view, unsigned>;

Lines split(const std::string &text, LineIds &known) {
  Lines lines;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    auto line = std::string_view(text).substr(begin, end - begin);
    lines.begins.push_back(unsigned(begin));
    lines.ids.push_back(
        known.try_emplace(line, unsigned(known.size())).first->second);
    begin = end;
  }
  lines.begins.push_back(unsigned(text.size()));
  return lines;
}

// Myers: An O(ND) Difference Algorithm, section 4, on [first, last) of both.
class Edits {
public:
  Edits(const std::vector<unsigned> &a, const std::vector<unsigned> &b,
        unsigned first, unsigned last_a, unsigned last_b)
      : a_(a.data() + first), b_(b.data() + first),
        size_a_(int(last_a - first)), size_b_(int(last_b - first)) {}

  // By line of `a`, the same line of `b`; -1: none.
  std::vector<int> matches() {
    std::vector<int> match(std::size_t(size_a_), -1);
    int x = size_a_, y = size_b_;
    for (int edits = find(); edits >= 0; edits--) {
      bool is_down = edits > 0 && comes_from_above(edits, x - y);
      int diagonal = x - y + (is_down ? 1 : -1);
      int from = edits == 0 ? 0 : furthest(edits - 1, diagonal);
      int middle = is_down || edits == 0 ? from : from + 1;
      for (; x > middle; x--, y--)
        match[std::size_t(x - 1)] = y - 1;
      x = from;
      y = from - diagonal;
    }
    return match;
  }

private:
  // How many edits there are; -1: too many.
  int find() {
    for (int edits = 0; edits <= most_edits; edits++) {
      reached_.emplace_back(std::size_t(2 * edits + 1), 0);
      for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
        int x = start(edits, diagonal), y = x - diagonal;
        while (x < size_a_ && y < size_b_ && a_[x] == b_[y]) {
          x++;
          y++;
        }
        reached_.back()[std::size_t(diagonal + edits)] = x;
        if (x >= size_a_ && y >= size_b_)
          return edits;
      }
    }
    return -1;
  }

  int start(int edits, int diagonal) const {
    if (edits == 0)
      return 0;
    return comes_from_above(edits, diagonal)
               ? furthest(edits - 1, diagonal + 1)
               : furthest(edits - 1, diagonal - 1) + 1;
  }
  bool comes_from_above(int edits, int diagonal) const {
    return diagonal == -edits ||
           (diagonal != edits && furthest(edits - 1, diagonal - 1) <
                                     furthest(edits - 1, diagonal + 1));
  }
  int furthest(int edits, int diagonal) const {
    return reached_[std::size_t(edits)][std::size_t(diagonal + edits)];
  }

  const unsigned *a_, *b_;
  int size_a_, size_b_;
  std::vector<std::vector<int>> reached_; // by edits, on their diagonals
};

} // namespace

bool touches(const Extent &gap, const Extent &extent) {
  return gap.begin == gap.end
             ? extent.begin < gap.begin && gap.begin < extent.end
             : gap.begin < extent.end && extent.begin < gap.end;
}

std::vector<TextGap> align_lines(const std::string &text,
                                 const std::string &other) {
  LineIds known;
  Lines a = split(text, known), b = split(other, known);
  unsigned least = std::min(a.count(), b.count()), first = 0, same = 0;
  while (first < least && a.ids[first] == b.ids[first])
    first++;
  while (same < least - first &&
         a.ids[a.count() - 1 - same] == b.ids[b.count() - 1 - same])
    same++;
  unsigned last_a = a.count() - same, last_b = b.count() - same;
  std::vector<int> match = Edits(a.ids, b.ids, first, last_a, last_b).matches();
  std::vector<TextGap> gaps;
  unsigned at_a = first, at_b = first; // behind the last match
  auto close = [&](unsigned to_a, unsigned to_b) {
    if (at_a < to_a || at_b < to_b)
      gaps.push_back(
          {{a.begins[at_a], a.begins[to_a]}, {b.begins[at_b], b.begins[to_b]}});
  };
  for (unsigned line = first; line < last_a; line++)
    if (int found = match[line - first]; found >= 0) {
      close(line, first + unsigned(found));
      at_a = line + 1;
      at_b = first + unsigned(found) + 1;
    }
  close(last_a, last_b);
  return gaps;
}

std::optional<unsigned> place_in_other(const std::vector<TextGap> &gaps,
                                       const Extent &extent) {
  unsigned here = 0, there = 0; // where the same text begins
  for (const TextGap &gap : gaps) {
    if (touches(gap.here, extent))
      return std::nullopt;
    if (gap.here.end > extent.begin)
      break;
    here = gap.here.end;
    there = gap.there.end;
  }
  return there + (extent.begin - here);
}

} // namespace mergeproof::frontend::c

#include "align/sequence.h"

#include <algorithm>
#include <unordered_map>

namespace mergeproof::align {
namespace {

constexpr std::size_t small_region = std::size_t(1) << 14; // cells
constexpr std::size_t large_region = std::size_t(1) << 20;
constexpr std::int64_t scale = 1 << 16; // weight counts first, then gaps
constexpr std::int64_t gap_cost = 1;

struct Region {
  std::size_t a_begin, a_end, b_begin, b_end;
  std::size_t rows() const { return a_end - a_begin; }
  std::size_t columns() const { return b_end - b_begin; }
  bool is_empty() const { return rows() == 0 || columns() == 0; }
  std::size_t cells() const { return (rows() + 1) * (columns() + 1); }
};

// Alignment with affine gaps (Gotoh) over one region: `closed` ends with a
// match or at the region's corner, `open` inside a gap.
class Table {
public:
  template <typename PairWeight>
  Table(const Region &region, const std::vector<Element> &b,
        PairWeight &&weight)
      : region_(region), steps_(region.cells()) {
    std::vector<Cell> above(region.columns() + 1), row(region.columns() + 1);
    for (std::size_t i = 0; i <= region.rows(); i++, above.swap(row))
      for (std::size_t j = 0; j <= region.columns(); j++) {
        bool hole = j > 0 && b[region.b_begin + j - 1].is_hole;
        std::int64_t pair = i > 0 && j > 0 ? scale * weight(i - 1, j - 1) : 0;
        row[j] = fill({i, j}, above, row, pair, hole);
      }
    ends_open_ = above.back().open > above.back().closed;
  }

  void append_matches(std::vector<Match> &out) const {
    std::size_t first = out.size();
    Match at{region_.rows(), region_.columns()};
    bool open = ends_open_;
    while (at.a > 0 || at.b > 0) {
      Step step = steps_[index(at)];
      if (!open) {
        at = {at.a - 1, at.b - 1};
        out.push_back({region_.a_begin + at.a, region_.b_begin + at.b});
        open = step.closed_from_open;
        continue;
      }
      at = step.open_up ? Match{at.a - 1, at.b} : Match{at.a, at.b - 1};
      open = step.open_from_open;
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  }

private:
  static constexpr std::int64_t never = INT64_MIN / 4;
  struct Cell {
    std::int64_t closed = never;
    std::int64_t open = never;
  };
  struct Step {
    bool closed_from_open : 1 = false;
    bool open_up : 1 = false;
    bool open_from_open : 1 = false;
  };

  std::size_t index(Match at) const {
    return at.a * (region_.columns() + 1) + at.b;
  }

  Cell fill(Match at, const std::vector<Cell> &above,
            const std::vector<Cell> &row, std::int64_t pair, bool hole) {
    Cell cell;
    Step &step = steps_[index(at)];
    if (at.a == 0 && at.b == 0)
      cell.closed = 0;
    if (pair > 0) {
      const Cell &from = above[at.b - 1];
      step.closed_from_open = from.open > from.closed;
      cell.closed = std::max(from.open, from.closed) + pair;
    }
    if (at.a > 0)
      extend(cell, step, above[at.b], gap_cost, true);
    if (at.b > 0)
      extend(cell, step, row[at.b - 1], hole ? 0 : gap_cost, false);
    return cell;
  }

  static void extend(Cell &cell, Step &step, const Cell &from,
                     std::int64_t cost, bool up) {
    bool from_open = from.open >= from.closed - cost;
    std::int64_t score = from_open ? from.open : from.closed - cost;
    if (score <= cell.open)
      return;
    cell.open = score;
    step.open_up = up;
    step.open_from_open = from_open;
  }

  Region region_;
  std::vector<Step> steps_;
  bool ends_open_ = false;
};

// Prefix maxima over positions, for the weighted increasing subsequence.
class MaxTree {
public:
  explicit MaxTree(std::size_t size) : best_(size + 1, none) {}
  static constexpr std::size_t none = SIZE_MAX;

  // The index of the best chain that ends at a position < `position`.
  template <typename Score>
  std::size_t best_before(std::size_t position, Score &&score) const {
    std::size_t best = none;
    for (std::size_t i = position; i > 0; i -= i & (~i + 1))
      if (best_[i] != none && (best == none || score(best_[i]) > score(best)))
        best = best_[i];
    return best;
  }
  template <typename Score>
  void add(std::size_t position, std::size_t chain, Score &&score) {
    for (std::size_t i = position + 1; i < best_.size(); i += i & (~i + 1))
      if (best_[i] == none || score(chain) > score(best_[i]))
        best_[i] = chain;
  }

private:
  std::vector<std::size_t> best_;
};

struct Anchor {
  Match at;
  std::uint64_t weight = 0; // of the best chain that ends here
  std::size_t previous = MaxTree::none;
};

class Matcher {
public:
  Matcher(const std::vector<Element> &a, const std::vector<Element> &b,
          const Weight &weight)
      : a_(a), b_(b), weight_(weight) {}

  std::vector<Match> run() {
    match({0, a_.size(), 0, b_.size()});
    return std::move(matches_);
  }

private:
  std::uint32_t weight(std::size_t i, std::size_t j) const {
    bool exact = a_[i].exact != 0 && a_[i].exact == b_[j].exact;
    bool similar = a_[i].similar != 0 && a_[i].similar == b_[j].similar;
    return exact || similar ? weight_(i, j) : 0;
  }
  bool is_equal(std::size_t i, std::size_t j) const {
    return a_[i].exact != 0 && a_[i].exact == b_[j].exact && weight_(i, j) > 0;
  }

  void match(Region region) {
    while (!region.is_empty() && is_equal(region.a_begin, region.b_begin))
      matches_.push_back({region.a_begin++, region.b_begin++});
    std::size_t suffix = 0;
    while (!region.is_empty() && is_equal(region.a_end - 1, region.b_end - 1))
      region.a_end--, region.b_end--, suffix++;
    if (!region.is_empty())
      match_middle(region);
    for (std::size_t k = 0; k < suffix; k++)
      matches_.push_back({region.a_end + k, region.b_end + k});
  }

  void match_middle(const Region &region) {
    if (region.cells() <= small_region)
      return match_exactly(region);
    std::vector<Match> anchors = find_anchors(region);
    if (!anchors.empty())
      return match_between(region, anchors);
    if (region.cells() <= large_region)
      return match_exactly(region);
    std::size_t a = region.a_begin + region.rows() / 2;
    std::size_t b = region.b_begin + region.columns() / 2;
    match({region.a_begin, a, region.b_begin, b});
    match({a, region.a_end, b, region.b_end});
  }

  void match_exactly(const Region &region) {
    Table table(region, b_, [&](std::size_t i, std::size_t j) {
      return std::int64_t(weight(region.a_begin + i, region.b_begin + j));
    });
    table.append_matches(matches_);
  }

  void match_between(const Region &region, const std::vector<Match> &anchors) {
    std::size_t a = region.a_begin, b = region.b_begin;
    for (Match anchor : anchors) {
      match({a, anchor.a, b, anchor.b});
      matches_.push_back(anchor);
      a = anchor.a + 1, b = anchor.b + 1;
    }
    match({a, region.a_end, b, region.b_end});
  }

  // Pairs whose key occurs once on each side of the region.
  void add_unique_pairs(const Region &region, std::uint64_t Element::*key,
                        std::vector<Anchor> &pairs) const {
    struct Places {
      std::size_t a = 0, b = 0, a_count = 0, b_count = 0;
    };
    std::unordered_map<std::uint64_t, Places> places;
    places.reserve(region.columns());
    for (std::size_t j = region.b_begin; j < region.b_end; j++)
      if (b_[j].*key != 0) {
        Places &place = places[b_[j].*key];
        place.b = j, place.b_count++;
      }
    for (std::size_t i = region.a_begin; i < region.a_end; i++)
      if (auto found = places.find(a_[i].*key); found != places.end())
        found->second.a = i, found->second.a_count++;
    for (const auto &[_, place] : places)
      if (place.a_count == 1 && place.b_count == 1)
        if (std::uint32_t weight = weight_(place.a, place.b))
          pairs.push_back({{place.a, place.b}, weight, MaxTree::none});
  }

  std::vector<Match> find_anchors(const Region &region) const {
    std::vector<Anchor> pairs;
    add_unique_pairs(region, &Element::exact, pairs);
    add_unique_pairs(region, &Element::similar, pairs);
    // Pairs of one `a` in falling order of `b`: no chain takes two of them.
    std::sort(pairs.begin(), pairs.end(), [](const Anchor &x, const Anchor &y) {
      return x.at.a != y.at.a ? x.at.a < y.at.a : x.at.b > y.at.b;
    });
    return heaviest_chain(region, pairs);
  }

  static std::vector<Match> heaviest_chain(const Region &region,
                                           std::vector<Anchor> &pairs) {
    MaxTree tree(region.columns());
    auto score = [&](std::size_t chain) { return pairs[chain].weight; };
    std::size_t best = MaxTree::none;
    for (std::size_t k = 0; k < pairs.size(); k++) {
      std::size_t position = pairs[k].at.b - region.b_begin;
      pairs[k].previous = tree.best_before(position, score);
      if (pairs[k].previous != MaxTree::none)
        pairs[k].weight += score(pairs[k].previous);
      tree.add(position, k, score);
      if (best == MaxTree::none || score(k) > score(best))
        best = k;
    }
    std::vector<Match> chain;
    for (; best != MaxTree::none; best = pairs[best].previous)
      chain.push_back(pairs[best].at);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  const std::vector<Element> &a_;
  const std::vector<Element> &b_;
  const Weight &weight_;
  std::vector<Match> matches_;
};

} // namespace

std::vector<Match> match_sequences(const std::vector<Element> &a,
                                   const std::vector<Element> &b,
                                   const Weight &weight) {
  return Matcher(a, b, weight).run();
}

} // namespace mergeproof::align

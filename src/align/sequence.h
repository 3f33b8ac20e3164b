// The best order-preserving matching of two sequences.
//
//     a:  p  q     L1 r        exact keys match equal things,
//         |  |     :  |        similar keys (here L1, L1') what is
//     b:  p  q  s  L1'r        worth looking into
//
// Maximises the total weight of matched pairs, then prefers few gaps. Exact for
// small regions; large ones are first cut at pairs that are unique on both
// sides (weighted longest increasing subsequence, after patience diff), so that
// mostly equal sequences cost near-linear time. Deterministic. Equal prefixes
// and suffixes are always matched.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace mergeproof::align {

struct Element {
  std::uint64_t exact = 0;   // 0: equal to nothing
  std::uint64_t similar = 0; // 0: similar to nothing
  bool is_hole = false;      // matches nothing, and leaving it out costs no gap
};

struct Match {
  std::size_t a = 0;
  std::size_t b = 0;
  bool operator==(const Match &) const = default;
};

// Asked only for pairs whose exact or similar keys agree; 0 forbids the pair.
using Weight = std::function<std::uint32_t(std::size_t a, std::size_t b)>;

// Strictly increasing in both components.
std::vector<Match> match_sequences(const std::vector<Element> &a,
                                   const std::vector<Element> &b,
                                   const Weight &weight);

} // namespace mergeproof::align

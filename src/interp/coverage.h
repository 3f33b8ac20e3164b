// What a run went through: how often each statement, as far as a table of fixed
// size can tell them apart, and how far the two sides of comparisons were from
// each other. The same on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mergeproof::interp {

// Two numbers that code compared and that were not equal.
struct Comparison {
  std::uint64_t a = 0, b = 0; // zero above the width
  unsigned bits = 0;
  bool operator==(const Comparison &) const = default;
};

class Coverage {
public:
  static constexpr std::size_t size = 1 << 14;
  static constexpr std::size_t most_comparisons = 256; // kept of a run

  void clear() {
    counts_.assign(size, 0);
    distances_.assign(size, 0xff);
    comparisons_.clear();
    steps_ = 0;
  }
  void note(std::uint64_t place) {
    unsigned char &count = counts_[index(place)];
    count += count < 255;
    steps_++;
  }
  void note(std::uint64_t place, const Comparison &comparison) {
    auto [a, b, bits] = comparison;
    auto distance =
        static_cast<unsigned char>(std::bit_width(a > b ? a - b : b - a));
    unsigned char &least = distances_[index(place)];
    least = std::min(least, distance);
    note(comparison);
  }
  // Of what was compared by something that was computed of it.
  void note(const Comparison &comparison) {
    if (comparisons_.size() < most_comparisons)
      comparisons_.push_back(comparison);
  }
  std::uint64_t steps() const { return steps_; } // since it was cleared
  const std::vector<unsigned char> &counts() const { return counts_; }
  // By place: the bits of the least difference of what was compared there and
  // was not equal; 0xff: there was nothing of the kind.
  const std::vector<unsigned char> &distances() const { return distances_; }
  const std::vector<Comparison> &comparisons() const { return comparisons_; }

private:
  static std::size_t index(std::uint64_t place) {
    return (place ^ (place >> 14)) % size;
  }

  std::vector<unsigned char> counts_ = std::vector<unsigned char>(size, 0);
  std::vector<unsigned char> distances_ =
      std::vector<unsigned char>(size, 0xff);
  std::vector<Comparison> comparisons_;
  std::uint64_t steps_ = 0;
};

} // namespace mergeproof::interp

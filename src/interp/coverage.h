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
    for (std::uint32_t i : places_)
      counts_[i] = 0;
    for (std::uint32_t i : compared_)
      distances_[i] = none;
    places_.clear();
    compared_.clear();
    comparisons_.clear();
    steps_ = 0;
  }
  void note(std::uint64_t place) {
    unsigned char &count = counts_[index(place)];
    if (count == 0)
      places_.push_back(index(place));
    count += count < 255;
    steps_++;
  }
  void note(std::uint64_t place, const Comparison &comparison) {
    auto [a, b, bits] = comparison;
    auto distance =
        static_cast<unsigned char>(std::bit_width(a > b ? a - b : b - a));
    unsigned char &least = distances_[index(place)];
    if (least == none)
      compared_.push_back(index(place));
    least = std::min(least, distance);
    note(comparison);
  }
  // Of what was compared by something that was computed of it.
  void note(const Comparison &comparison) {
    if (comparisons_.size() < most_comparisons)
      comparisons_.push_back(comparison);
  }
  std::uint64_t steps() const { return steps_; } // since it was cleared
  // Where it went through, in the order of the first time, and how often.
  const std::vector<std::uint32_t> &places() const { return places_; }
  unsigned char count(std::uint32_t place) const { return counts_[place]; }
  // Where numbers were compared that were not equal, and how many bits their
  // least difference has.
  const std::vector<std::uint32_t> &compared() const { return compared_; }
  unsigned char distance(std::uint32_t place) const {
    return distances_[place];
  }
  const std::vector<Comparison> &comparisons() const { return comparisons_; }

private:
  static constexpr unsigned char none = 0xff;
  static std::uint32_t index(std::uint64_t place) {
    return static_cast<std::uint32_t>((place ^ (place >> 14)) % size);
  }

  std::vector<unsigned char> counts_ = std::vector<unsigned char>(size, 0);
  std::vector<unsigned char> distances_ =
      std::vector<unsigned char>(size, none);
  std::vector<std::uint32_t> places_, compared_;
  std::vector<Comparison> comparisons_;
  std::uint64_t steps_ = 0;
};

} // namespace mergeproof::interp

// Random choices that are the same on every machine for the same seed.
#pragma once

#include "support/hash.h"

#include <cstdint>
#include <vector>

namespace mergeproof::check {

class Random {
public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t next() { return support::mix(seed_, ++count_); }
  std::uint64_t below(std::uint64_t end) { return end ? next() % end : 0; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <typename T>
  const T &pick(const std::vector<T> &from) {
    return from[below(from.size())];
  }

private:
  std::uint64_t seed_;
  std::uint64_t count_ = 0;
};

} // namespace mergeproof::check

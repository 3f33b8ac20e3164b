// Random choices that are the same on every machine for the same seed.
#pragma once

#include "support/hash.h"

#include <cstdint>
#include <vector>

namespace mergeproof::check {

class Random {
public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  // First `script`, then what `seed` gives.
  Random(std::vector<std::uint64_t> script, std::uint64_t seed)
      : seed_(seed), script_(std::move(script)) {}

  std::uint64_t next() {
    if (count_ == script_.size())
      script_.push_back(support::mix(seed_, count_ + 1));
    return script_[count_++];
  }
  // All choices so far, and those of the script that were not needed.
  const std::vector<std::uint64_t> &script() const { return script_; }
  std::size_t count() const { return count_; }
  std::uint64_t below(std::uint64_t end) { return end ? next() % end : 0; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <typename T>
  const T &pick(const std::vector<T> &from) {
    return from[below(from.size())];
  }

private:
  std::uint64_t seed_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> script_;
};

} // namespace mergeproof::check

// Numbers that are the same on every machine for a seed (splitmix64).
#pragma once

#include <cstdint>
#include <initializer_list>

namespace mergeproof::tests {

class RandomSource {
public:
  explicit RandomSource(std::uint64_t seed)
      : state_(seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <typename T>
  T pick(std::initializer_list<T> items) {
    return items.begin()[below(items.size())];
  }
  template <typename List>
  const auto &element(const List &list) {
    return list[below(list.size())];
  }

private:
  std::uint64_t state_;
};

} // namespace mergeproof::tests

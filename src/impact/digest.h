// 128-bit hashes of structures, the same on every machine and in every run. Two
// lanes of 64 bits, mixed independently: for values nobody chose to collide.
#pragma once

#include "support/hash.h"

#include <compare>
#include <cstdint>
#include <string_view>

namespace mergeproof::impact {

// {0, 0} stands for "not comparable": it is not even the same as itself.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128 &) const = default;
  bool is_comparable() const { return (high | low) != 0; }
};

inline bool is_same(Hash128 a, Hash128 b) {
  return a == b && a.is_comparable();
}

class Digest {
public:
  explicit Digest(std::uint64_t kind) { add(kind); }

  void add(std::uint64_t value) {
    state_.high = support::mix(state_.high, value);
    state_.low = support::mix(state_.low ^ 0x6a09e667f3bcc908u,
                              value << 29 | value >> 35);
  }
  void add(std::string_view text) {
    add(text.size());
    for (; text.size() >= 8; text.remove_prefix(8))
      add(chunk_of(text.substr(0, 8)));
    if (!text.empty())
      add(chunk_of(text));
  }
  void add(Hash128 hash) {
    is_comparable_ &= hash.is_comparable();
    add(hash.high);
    add(hash.low);
  }
  void make_incomparable() { is_comparable_ = false; }

  Hash128 finish() const {
    if (!is_comparable_)
      return {};
    return state_.is_comparable() ? state_ : Hash128{1, 1};
  }

private:
  static std::uint64_t chunk_of(std::string_view text) {
    std::uint64_t chunk = 0;
    for (char c : text)
      chunk = chunk << 8 | static_cast<unsigned char>(c);
    return chunk;
  }

  Hash128 state_;
  bool is_comparable_ = true;
};

} // namespace mergeproof::impact

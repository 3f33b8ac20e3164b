// Hashes that are the same on every machine and in every run.
#pragma once

#include <cstdint>
#include <string_view>

namespace mergeproof::support {

// Order matters: mix(mix(h, a), b) != mix(mix(h, b), a). (splitmix64's
// finaliser)
inline std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
  h = (h ^ value) + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

inline std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (char c : bytes)
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return mix(h, bytes.size());
}

} // namespace mergeproof::support

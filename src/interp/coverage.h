// What a run went through: how often each statement, as far as a table of fixed
// size can tell them apart. The same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mergeproof::interp {

class Coverage {
public:
  static constexpr std::size_t size = 1 << 14;

  void clear() {
    counts_.assign(size, 0);
    steps_ = 0;
  }
  void note(std::uint64_t place) {
    unsigned char &count = counts_[(place ^ (place >> 14)) % size];
    count += count < 255;
    steps_++;
  }
  std::uint64_t steps() const { return steps_; } // since it was cleared
  const std::vector<unsigned char> &counts() const { return counts_; }

private:
  std::vector<unsigned char> counts_ = std::vector<unsigned char>(size, 0);
  std::uint64_t steps_ = 0;
};

} // namespace mergeproof::interp

// Objects that live as long as the arena, at fixed addresses: what a deque is
// for, with chunks that hold more than a few of them.
#pragma once

#include <cstddef>
#include <list>
#include <utility>
#include <vector>

namespace mergeproof::support {

template <typename T>
class Arena {
public:
  template <typename... Args>
  T &emplace_back(Args &&...args) {
    if (chunks_.empty() || chunks_.back().size() == per_chunk)
      chunks_.emplace_back().reserve(per_chunk);
    return chunks_.back().emplace_back(std::forward<Args>(args)...);
  }

private:
  static constexpr std::size_t per_chunk = 256;
  std::list<std::vector<T>> chunks_; // none grows beyond its reserve
};

} // namespace mergeproof::support

// Work that waits for other programs.
#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <optional>
#include <utility>
#include <vector>

namespace mergeproof::support {

// What work(0) … work(count - 1) return, in this order. Two calls run at a
// time, the next one begins where one ended: `work` is called from this thread
// and from another.
template <class Work>
auto two_at_a_time(std::size_t count, const Work &work) {
  using Value = decltype(work(std::size_t(0)));
  std::vector<std::optional<Value>> done(count);
  std::atomic<std::size_t> next = 0;
  auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++)
      done[i].emplace(work(i));
  };
  std::future<void> other;
  if (count > 1)
    other = std::async(std::launch::async, take);
  take();
  if (other.valid())
    other.get();
  std::vector<Value> values;
  for (std::optional<Value> &one : done)
    values.push_back(std::move(*one));
  return values;
}

} // namespace mergeproof::support

// Work that waits for other programs.
#pragma once

#include <cstddef>
#include <future>
#include <vector>

namespace mergeproof::support {

// What work(0) … work(count - 1) return, in this order. Calls with an odd
// number run in threads of their own, which start at once, the others one after
// the other: two at a time of up to three, count / 2 + 1 of more. `work` is
// called from all of these threads.
template <class Work>
auto two_at_a_time(std::size_t count, const Work &work) {
  using Value = decltype(work(std::size_t(0)));
  std::vector<std::future<Value>> running;
  for (std::size_t i = 0; i < count; i++)
    running.push_back(
        std::async(i % 2 ? std::launch::async : std::launch::deferred,
                   [&work, i] { return work(i); }));
  std::vector<Value> values;
  for (std::future<Value> &one : running)
    values.push_back(one.get());
  return values;
}

} // namespace mergeproof::support

#include "blame/smallest.h"

#include <algorithm>

namespace mergeproof::blame {

namespace {

class Reduction {
public:
  Reduction(const Edits &edits,
            const std::function<bool(const Edits &)> &holds_without,
            unsigned most_trials)
      : kept_(edits.begin(), edits.end()), holds_without_(holds_without),
        trials_left_(most_trials) {}

  std::optional<Edits> run() {
    if (!holds({}))
      return std::nullopt;
    for (std::size_t size = (kept_.size() + 1) / 2; size > 0;
         size = size == 1 ? 0 : (size + 1) / 2)
      while (drop_some(size)) {
      }
    if (is_exhausted_)
      return std::nullopt;
    return Edits(kept_.begin(), kept_.end());
  }

private:
  bool holds(const Edits &taken_back) {
    if (trials_left_ == 0) {
      is_exhausted_ = true;
      return false;
    }
    trials_left_--;
    return holds_without_(taken_back);
  }

  // The first part of that size that can be taken back, too.
  bool drop_some(std::size_t size) {
    for (std::size_t at = 0; at < kept_.size(); at += size) {
      std::size_t end = std::min(at + size, kept_.size());
      Edits more = taken_back_;
      more.insert(kept_.begin() + std::ptrdiff_t(at),
                  kept_.begin() + std::ptrdiff_t(end));
      if (!holds(more))
        continue;
      taken_back_ = std::move(more);
      kept_.erase(kept_.begin() + std::ptrdiff_t(at),
                  kept_.begin() + std::ptrdiff_t(end));
      return !kept_.empty();
    }
    return false;
  }

  std::vector<Edit> kept_;
  Edits taken_back_;
  const std::function<bool(const Edits &)> &holds_without_;
  unsigned trials_left_;
  bool is_exhausted_ = false;
};

} // namespace

std::optional<Edits>
find_smallest(const Edits &edits,
              const std::function<bool(const Edits &)> &holds_without,
              unsigned most_trials) {
  return Reduction(edits, holds_without, most_trials).run();
}

} // namespace mergeproof::blame

#include "ir/flow_order.h"

#include <algorithm>
#include <functional>

namespace mergeproof::ir {

FlowOrder::FlowOrder(const Successors &successors, std::size_t entry)
    : number_(successors.size(), none), dominator_(successors.size(), none) {
  visit(successors, entry);
  find_dominators(successors);
}

void FlowOrder::visit(const Successors &successors, std::size_t entry) {
  struct Open {
    std::size_t block;
    std::vector<std::size_t> left; // successors to visit, from the back
  };
  std::vector<bool> is_seen(successors.size());
  std::vector<Open> open;
  auto enter = [&](std::size_t block) {
    is_seen[block] = true;
    std::vector<std::size_t> left = successors[block];
    std::sort(left.begin(), left.end());
    open.push_back({block, std::move(left)});
  };
  enter(entry);
  while (!open.empty()) {
    Open &top = open.back();
    if (top.left.empty()) {
      order_.push_back(top.block);
      open.pop_back();
      continue;
    }
    std::size_t next = top.left.back();
    top.left.pop_back();
    if (!is_seen[next])
      enter(next);
  }
  std::reverse(order_.begin(), order_.end());
  for (std::size_t i = 0; i < order_.size(); i++)
    number_[order_[i]] = i;
}

std::size_t FlowOrder::nearest_above(std::size_t a, std::size_t b) const {
  while (a != b) {
    while (number_[a] > number_[b])
      a = dominator_[a];
    while (number_[b] > number_[a])
      b = dominator_[b];
  }
  return a;
}

// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
void FlowOrder::find_dominators(const Successors &successors) {
  dominator_[order_.front()] = order_.front();
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t from : order_)
      for (std::size_t to : successors[from]) {
        if (dominator_[from] == none || to == order_.front())
          continue;
        std::size_t above =
            dominator_[to] == none ? from : nearest_above(dominator_[to], from);
        has_changed |= dominator_[to] != above;
        dominator_[to] = above;
      }
  }
}

bool FlowOrder::dominates(std::size_t above, std::size_t block) const {
  while (number_[block] > number_[above])
    block = dominator_[block];
  return block == above;
}

} // namespace mergeproof::ir

// The blocks of a graph in reverse post-order, with their dominators.
//
// An edge is retreating if its target comes no later than its source. A graph
// is reducible if the target of every retreating edge dominates the source.
#pragma once

#include <cstddef>
#include <vector>

namespace mergeproof::ir {

using Successors = std::vector<std::vector<std::size_t>>;

class FlowOrder {
public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  FlowOrder(const Successors &successors, std::size_t entry);

  // What the entry reaches; among blocks that could come next, the one with
  // the smallest index.
  const std::vector<std::size_t> &order() const { return order_; }
  bool is_reached(std::size_t block) const { return number_[block] != none; }
  std::size_t number(std::size_t block) const { return number_[block]; }
  // The nearest block on every way to this one; the entry's is the entry.
  std::size_t dominator(std::size_t block) const { return dominator_[block]; }
  bool dominates(std::size_t above, std::size_t block) const;
  bool is_retreating(std::size_t from, std::size_t to) const {
    return number_[to] <= number_[from];
  }

private:
  void visit(const Successors &successors, std::size_t entry);
  std::size_t nearest_above(std::size_t a, std::size_t b) const;
  void find_dominators(const Successors &successors);

  std::vector<std::size_t> order_, number_, dominator_;
};

} // namespace mergeproof::ir

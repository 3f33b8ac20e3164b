#include "impact/components.h"

#include <algorithm>
#include <cstdint>

namespace mergeproof::impact {
namespace {

using Edges = std::vector<std::vector<std::size_t>>;

// Tarjan's algorithm with a stack of its own: call chains are long in real
// code.
class Tarjan {
public:
  explicit Tarjan(const Edges &successors)
      : successors_(successors), nodes_(successors.size()) {}

  std::vector<std::vector<std::size_t>> run() {
    for (std::size_t node = 0; node < nodes_.size(); node++)
      if (nodes_[node].order == 0)
        explore(node);
    return std::move(components_);
  }

private:
  struct Node {
    std::size_t order = 0; // 0: not seen
    std::size_t low = 0;
    std::size_t next_edge = 0;
    bool is_open = false;
  };

  void explore(std::size_t root) {
    enter(root);
    while (!path_.empty()) {
      std::size_t at = path_.back();
      Node &node = nodes_[at];
      if (node.next_edge < successors_[at].size()) {
        follow(node, successors_[at][node.next_edge++]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty())
        nodes_[path_.back()].low = std::min(nodes_[path_.back()].low, node.low);
      if (node.low == node.order)
        close(at);
    }
  }

  void enter(std::size_t at) {
    nodes_[at].order = nodes_[at].low = ++count_;
    nodes_[at].is_open = true;
    path_.push_back(at);
    open_.push_back(at);
  }

  void follow(Node &from, std::size_t to) {
    if (nodes_[to].order == 0)
      return enter(to);
    if (nodes_[to].is_open)
      from.low = std::min(from.low, nodes_[to].order);
  }

  void close(std::size_t root) {
    std::vector<std::size_t> &component = components_.emplace_back();
    do {
      component.push_back(open_.back());
      nodes_[open_.back()].is_open = false;
      open_.pop_back();
    } while (component.back() != root);
    std::sort(component.begin(), component.end());
  }

  const Edges &successors_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_, open_;
  std::vector<std::vector<std::size_t>> components_;
  std::size_t count_ = 0;
};

} // namespace

std::vector<std::vector<std::size_t>>
find_components(const std::vector<std::vector<std::size_t>> &successors) {
  return Tarjan(successors).run();
}

} // namespace mergeproof::impact

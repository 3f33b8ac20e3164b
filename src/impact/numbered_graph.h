// A directed graph whose nodes are symbols, for asking again and again what can
// be reached: by numbers, which compare sooner than names.
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace mergeproof::impact {

class NumberedGraph {
public:
  using Number = std::uint32_t; // in the order of the symbols

  NumberedGraph() = default;
  // Where the edges of each symbol lead; whatever they lead to is a node, too.
  explicit NumberedGraph(
      const std::map<ir::Symbol, std::vector<ir::Symbol>> &edges);

  const std::vector<ir::Symbol> &symbols() const { return symbols_; }

  // Whom these lead to, and they themselves, even those that are no nodes.
  std::set<ir::Symbol> reach(const std::vector<ir::Symbol> &from) const;
  // The same for one: sorted; nothing when it is no node.
  std::vector<Number> reach_numbers(ir::Symbol from) const;

private:
  static constexpr Number none = UINT32_MAX;
  Number number_of(ir::Symbol symbol) const; // or none
  void mark(Number from, std::vector<bool> &reached) const;

  std::vector<ir::Symbol> symbols_; // sorted
  std::vector<std::vector<Number>> successors_;
};

} // namespace mergeproof::impact

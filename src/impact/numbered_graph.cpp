#include "impact/numbered_graph.h"

#include <algorithm>

namespace mergeproof::impact {

using ir::Symbol;

NumberedGraph::NumberedGraph(
    const std::map<Symbol, std::vector<Symbol>> &edges) {
  std::set<Symbol> all;
  for (const auto &[from, to] : edges) {
    all.insert(from);
    all.insert(to.begin(), to.end());
  }
  symbols_.assign(all.begin(), all.end());
  successors_.resize(symbols_.size());
  for (const auto &[from, to] : edges)
    for (Symbol symbol : to)
      successors_[number_of(from)].push_back(number_of(symbol));
}

NumberedGraph::Number NumberedGraph::number_of(Symbol symbol) const {
  auto found = std::lower_bound(symbols_.begin(), symbols_.end(), symbol);
  return found == symbols_.end() || *found != symbol
             ? none
             : Number(found - symbols_.begin());
}

void NumberedGraph::mark(Number from, std::vector<bool> &reached) const {
  if (from == none || reached[from])
    return;
  reached[from] = true;
  std::vector<Number> waiting{from};
  while (!waiting.empty()) {
    Number number = waiting.back();
    waiting.pop_back();
    for (Number next : successors_[number])
      if (!reached[next]) {
        reached[next] = true;
        waiting.push_back(next);
      }
  }
}

std::set<Symbol> NumberedGraph::reach(const std::vector<Symbol> &from) const {
  std::vector<bool> reached(symbols_.size());
  for (Symbol symbol : from)
    mark(number_of(symbol), reached);
  std::set<Symbol> found;
  for (Number number = 0; number < symbols_.size(); number++)
    if (reached[number])
      found.insert(found.end(), symbols_[number]);
  found.insert(from.begin(), from.end());
  return found;
}

std::vector<NumberedGraph::Number>
NumberedGraph::reach_numbers(Symbol from) const {
  std::vector<bool> reached(symbols_.size());
  mark(number_of(from), reached);
  std::vector<Number> found;
  for (Number number = 0; number < symbols_.size(); number++)
    if (reached[number])
      found.push_back(number);
  return found;
}

} // namespace mergeproof::impact

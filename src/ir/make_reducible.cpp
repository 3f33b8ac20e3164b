#include "ir/make_reducible.h"

#include "ir/flow_order.h"

#include <algorithm>
#include <set>

namespace mergeproof::ir {
namespace {

using Blocks = std::set<std::size_t>;

// Tarjan's strongly connected components of the blocks in `within`; only those
// with a cycle.
class Cycles {
public:
  Cycles(const Successors &successors, const Blocks &within)
      : successors_(successors), within_(within), state_(successors.size()) {
    for (std::size_t block : within)
      if (!state_[block].number)
        visit(block);
  }
  std::vector<Blocks> found;

private:
  struct State {
    std::size_t number = 0; // 0: not visited
    std::size_t low = 0;
    bool is_open = false;
  };

  void visit(std::size_t block) {
    State &state = state_[block];
    state.number = state.low = ++count_;
    state.is_open = true;
    open_.push_back(block);
    bool is_own_successor = false;
    for (std::size_t next : successors_[block]) {
      if (!within_.count(next))
        continue;
      is_own_successor |= next == block;
      if (!state_[next].number)
        visit(next);
      if (state_[next].is_open)
        state.low = std::min(state.low, state_[next].low);
    }
    if (state.low == state.number)
      close(block, is_own_successor);
  }

  void close(std::size_t root, bool is_own_successor) {
    Blocks component;
    for (bool is_last = false; !is_last;) {
      std::size_t block = open_.back();
      open_.pop_back();
      state_[block].is_open = false;
      component.insert(block);
      is_last = block == root;
    }
    if (component.size() > 1 || is_own_successor)
      found.push_back(std::move(component));
  }

  const Successors &successors_;
  const Blocks &within_;
  std::vector<State> state_;
  std::vector<std::size_t> open_;
  std::size_t count_ = 0;
};

struct Tangle { // a cycle with several entries
  Blocks blocks;
  Blocks entries;
};

class Reducing {
public:
  Reducing(Context &context, FlowGraph &graph, const ReducibleOptions &options)
      : context_(context), graph_(graph), options_(options) {}

  void run() {
    while (auto tangle = find()) {
      std::size_t kept = *tangle->entries.begin();
      std::vector<std::size_t> copied = reached_without(*tangle, kept);
      std::size_t size = 0;
      for (std::size_t block : copied)
        size += size_of(graph_.blocks[block]);
      if (copied_ + size > options_.max_copied) {
        select(*tangle);
        continue;
      }
      split(*tangle, copied);
      copied_ += size;
    }
  }

private:
  std::optional<Tangle> find() {
    successors_ = successors_of(graph_);
    FlowOrder order(successors_, graph_.entry);
    Blocks all(order.order().begin(), order.order().end());
    for (std::size_t block = 0; block < successors_.size(); block++)
      if (!order.is_reached(block))
        successors_[block].clear();
    return find_in(all);
  }

  std::optional<Tangle> find_in(const Blocks &within) {
    for (Blocks &cycle : Cycles(successors_, within).found) {
      Blocks entries = entries_of(cycle);
      if (entries.size() > 1)
        return Tangle{std::move(cycle), std::move(entries)};
      cycle.erase(*entries.begin());
      if (auto inner = find_in(cycle))
        return inner;
    }
    return std::nullopt;
  }

  Blocks entries_of(const Blocks &cycle) const {
    Blocks entries;
    if (cycle.count(graph_.entry))
      entries.insert(graph_.entry);
    for (std::size_t from = 0; from < successors_.size(); from++)
      if (!cycle.count(from))
        for (std::size_t to : successors_[from])
          if (cycle.count(to))
            entries.insert(to);
    return entries;
  }

  static std::size_t size_of(const FlowBlock &block) {
    std::size_t size = 1;
    for_each_stmt(block.code, [&](const Stmt &) { size++; });
    return size;
  }

  // What the other entries reach inside the cycle, but not through `kept`.
  std::vector<std::size_t> reached_without(const Tangle &tangle,
                                           std::size_t kept) const {
    Blocks seen;
    std::vector<std::size_t> open(tangle.entries.begin(), tangle.entries.end());
    while (!open.empty()) {
      std::size_t block = open.back();
      open.pop_back();
      if (block == kept || !tangle.blocks.count(block) ||
          !seen.insert(block).second)
        continue;
      open.insert(open.end(), successors_[block].begin(),
                  successors_[block].end());
    }
    return {seen.begin(), seen.end()};
  }

  // Ways into the cycle that are not to the kept entry go to copies.
  void split(const Tangle &tangle, const std::vector<std::size_t> &copied) {
    std::map<std::size_t, std::size_t> copy_of;
    std::size_t before = graph_.blocks.size();
    for (std::size_t block : copied)
      copy_of.emplace(block, before + copy_of.size());
    auto redirect = [&](FlowEdge &edge) {
      if (auto copy = copy_of.find(edge.target); copy != copy_of.end())
        edge.target = copy->second;
    };
    for (std::size_t block : copied) {
      FlowBlock copy = graph_.blocks[block];
      copy.code = with_new_labels(context_, copy.code, options_.make_label);
      graph_.blocks.push_back(std::move(copy));
    }
    for (std::size_t block = 0; block < graph_.blocks.size(); block++)
      if (!tangle.blocks.count(block))
        for_each_edge(graph_.blocks[block], redirect);
    if (auto copy = copy_of.find(graph_.entry); copy != copy_of.end())
      graph_.entry = copy->second;
  }

  const Stmt *choose(Symbol selector, std::size_t choice) {
    return context_.stmt(
        Assign{selector, context_.constant(selector_scalar, choice)});
  }

  void select(const Tangle &tangle) {
    Symbol selector = options_.make_selector();
    std::map<std::size_t, std::size_t> choice_of;
    FlowBlock dispatch;
    const Expr *chosen = context_.var(selector, selector_scalar);
    for (std::size_t entry : tangle.entries) {
      std::size_t choice = choice_of.size();
      choice_of.emplace(entry, choice);
      dispatch.span = graph_.blocks[*tangle.entries.begin()].span;
      const Expr *number = context_.constant(selector_scalar, choice);
      if (choice_of.size() == tangle.entries.size())
        dispatch.next = FlowEdge{{}, entry};
      else
        dispatch.tests.push_back(
            {context_.binary(Op::Eq, chosen, number), FlowEdge{{}, entry}});
    }
    std::size_t here = graph_.blocks.size();
    for (FlowBlock &block : graph_.blocks)
      for_each_edge(block, [&](FlowEdge &edge) {
        auto choice = choice_of.find(edge.target);
        if (choice == choice_of.end())
          return;
        edge.code.push_back(choose(selector, choice->second));
        edge.target = here;
      });
    graph_.blocks.push_back(std::move(dispatch));
    if (auto choice = choice_of.find(graph_.entry); choice != choice_of.end()) {
      FlowBlock first;
      first.code.push_back(choose(selector, choice->second));
      first.next = FlowEdge{{}, here};
      graph_.entry = graph_.blocks.size();
      graph_.blocks.push_back(std::move(first));
    }
  }

  Context &context_;
  FlowGraph &graph_;
  const ReducibleOptions &options_;
  Successors successors_;
  std::size_t copied_ = 0;
};

} // namespace

void make_reducible(Context &context, FlowGraph &graph,
                    const ReducibleOptions &options) {
  Reducing(context, graph, options).run();
}

} // namespace mergeproof::ir

#include "ir/restructure.h"

#include "ir/flow_order.h"
#include "support/check.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mergeproof::ir {
namespace {

constexpr std::size_t none = FlowOrder::none;

void append(Seq &to, const Seq &from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool ends_in_jump(const Seq &seq) {
  return !seq.empty() &&
         (seq.back()->as<Break>() || seq.back()->as<Continue>() ||
          seq.back()->as<Return>());
}

// Where the blocks of a graph are written.
//
//   inner[b]   after Blocks around the end of b, inside the Loop that b starts
//   after[b]   after that Loop
//
// both in the order in which they are written. Blocks in neither are written
// at the one edge that leads to them.
class Places {
public:
  Places(const FlowGraph &graph, const FlowOrder &order)
      : graph_(graph), order_(order), inner(graph.blocks.size()),
        after(graph.blocks.size()), is_head(graph.blocks.size()),
        is_merge_(graph.blocks.size()), loops_(graph.blocks.size()) {
    count_edges();
    for (auto at = order.order().rbegin(); at != order.order().rend(); ++at)
      if (is_head[*at])
        find_loop(*at);
    for (std::size_t block : order.order())
      if (block != graph.entry && block != graph.end && !is_jump_out(block))
        place(block);
    if (graph.end != graph.entry && order.is_reached(graph.end))
      (is_head[graph.entry] ? after : inner)[graph.entry].push_back(graph.end);
  }

private:
  const FlowGraph &graph_;
  const FlowOrder &order_;

public:
  std::vector<std::vector<std::size_t>> inner, after;
  std::vector<bool> is_head;

private:
  bool is_jump_out(std::size_t block) const {
    return graph_.blocks[block].is_jump_out;
  }

  // Exits leave a block in its middle: nothing can be written there.
  void count_edges() {
    std::vector<int> forward(graph_.blocks.size());
    for (std::size_t from : order_.order()) {
      for_each_edge(graph_.blocks[from], [&](const FlowEdge &edge) {
        if (order_.is_retreating(from, edge.target)) {
          CHECK(order_.dominates(edge.target, from));
          is_head[edge.target] = true;
          latches_[edge.target].push_back(from);
        } else {
          forward[edge.target]++;
        }
        predecessors_[edge.target].push_back(from);
      });
      for (const auto &[label, edge] : graph_.blocks[from].exits)
        is_merge_[edge.target] = true;
    }
    for (std::size_t block : order_.order())
      if (forward[block] > 1)
        is_merge_[block] = true;
  }

  // The natural loop of a head: what reaches it without passing it. loops_ gets
  // it behind those that are inside it.
  void find_loop(std::size_t head) {
    std::set<std::size_t> seen = {head};
    std::vector<std::size_t> open = latches_[head];
    while (!open.empty()) {
      std::size_t block = open.back();
      open.pop_back();
      if (seen.insert(block).second)
        append_all(open, predecessors_[block]);
    }
    for (std::size_t block : seen)
      loops_[block].push_back(head);
  }

  static void append_all(std::vector<std::size_t> &to,
                         const std::vector<std::size_t> &from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  bool is_in_loop(std::size_t block, std::size_t head) const {
    const auto &loops = loops_[block];
    return std::find(loops.begin(), loops.end(), head) != loops.end();
  }

  void place(std::size_t block) {
    std::size_t above = order_.dominator(block);
    std::size_t left = none; // the outermost loop that is left on the way
    for (std::size_t head : loops_[above])
      if (!is_in_loop(block, head))
        left = head;
    const FlowBlock &one = graph_.blocks[block];
    bool ends = !one.next && one.tests.empty() && one.exits.empty();
    if (left != none && (is_merge_[block] || !ends))
      after[left].push_back(block);
    else if (is_merge_[block])
      inner[above].push_back(block);
  }

  std::map<std::size_t, std::vector<std::size_t>> latches_, predecessors_;
  std::vector<bool> is_merge_;
  std::vector<std::vector<std::size_t>> loops_; // heads, innermost first
};

class Restructuring {
public:
  Restructuring(Context &context, const FlowGraph &graph,
                const std::function<Symbol(const char *)> &make_label)
      : context_(context), graph_(graph), make_label_(make_label),
        order_(successors_of(graph), graph.entry), places_(graph, order_) {
    for (const auto *lists : {&places_.inner, &places_.after})
      for (const auto &list : *lists)
        is_placed_.insert(list.begin(), list.end());
  }

  // `follows` is the block that runs when the statements end, or none when
  // nothing may come after them.
  Seq block(std::size_t index, std::size_t follows) {
    if (!places_.is_head[index])
      return inner(index, follows);
    Symbol label = loop_labels_[index] = make_label_("loop");
    const auto &after = places_.after[index];
    Seq body = loop_body(index, after.empty() ? follows : after.front());
    Seq seq = {made(Loop{label, std::move(body)}, index)};
    return with_followers(std::move(seq), index, after, follows);
  }

private:
  // To break the loop is to come to what is `beyond` it.
  Seq loop_body(std::size_t index, std::size_t beyond) {
    if (!is_placed_.count(beyond))
      return inner(index, index);
    auto outer = break_labels_.find(beyond);
    std::optional<Symbol> outer_label;
    if (outer != break_labels_.end())
      outer_label = outer->second;
    break_labels_[beyond] = loop_labels_[index];
    Seq body = inner(index, index);
    if (outer_label)
      break_labels_[beyond] = *outer_label;
    else
      break_labels_.erase(beyond);
    return body;
  }

  const Stmt *made(StmtNode node, std::size_t at) {
    return context_.stmt(std::move(node), graph_.blocks[at].span);
  }

  // A follower that nothing breaks to needs no Block around what is before it.
  Seq with_followers(Seq seq, std::size_t at,
                     const std::vector<std::size_t> &followers,
                     std::size_t follows) {
    for (std::size_t i = 0; i < followers.size(); i++) {
      auto label = break_labels_.find(followers[i]);
      if (label != break_labels_.end())
        seq = {made(Block{label->second, std::move(seq)}, at)};
      bool is_last = i + 1 == followers.size();
      append(seq, block(followers[i], is_last ? follows : followers[i + 1]));
    }
    return seq;
  }

  // Statements in front of the first exit stay in front of the Blocks.
  Seq inner(std::size_t index, std::size_t follows) {
    const FlowBlock &block = graph_.blocks[index];
    const auto &followers = places_.inner[index];
    std::size_t next = followers.empty() ? follows : followers.front();
    std::size_t lead = 0;
    while (lead < block.code.size() && !has_exit(block, block.code[lead]))
      lead++;
    Seq seq = {block.code.begin(), block.code.begin() + lead};
    Seq rest = {block.code.begin() + lead, block.code.end()};
    rest = with_exits(block, index, rest);
    append(rest, ending(block, index, next));
    append(seq, with_followers(std::move(rest), index, followers, follows));
    return seq;
  }

  static bool has_exit(const FlowBlock &block, const Stmt *stmt) {
    bool found = false;
    for_each_stmt({stmt}, [&](const Stmt &one) {
      const auto *leave = one.as<Break>();
      found |= leave && block.exits.count(leave->label);
    });
    return found;
  }

  Seq with_exits(const FlowBlock &block, std::size_t index, const Seq &code) {
    return replace_statements(
        context_, code, [&](const Stmt &stmt) -> std::optional<Seq> {
          const auto *leave = stmt.as<Break>();
          auto exit =
              leave ? block.exits.find(leave->label) : block.exits.end();
          if (exit == block.exits.end())
            return std::nullopt;
          return along(exit->second, index, none);
        });
  }

  Seq ending(const FlowBlock &block, std::size_t index, std::size_t follows) {
    Seq seq;
    if (block.tests.size() == 1 && block.next)
      return branch(block, index, follows);
    for (const FlowTest &test : block.tests)
      seq.push_back(
          made(If{test.condition, along(test.edge, index, none), {}}, index));
    if (block.next)
      append(seq, along(*block.next, index, follows));
    return seq;
  }

  // A branch that only jumps comes first, as where a loop is left.
  Seq branch(const FlowBlock &block, std::size_t index, std::size_t follows) {
    const FlowTest &test = block.tests.front();
    Seq yes = along(test.edge, index, follows);
    Seq no = along(*block.next, index, follows);
    if (yes.empty() && no.empty())
      return {};
    Seq rest;
    if (ends_in_jump(no) && !is_written_at_edge(block.next->target))
      rest = std::exchange(yes, {});
    else if (ends_in_jump(yes) && !is_written_at_edge(test.edge.target))
      rest = std::exchange(no, {});
    Seq seq = {made(If{test.condition, std::move(yes), std::move(no)}, index)};
    append(seq, rest);
    return seq;
  }

  bool is_written_at_edge(std::size_t target) const {
    return !is_placed_.count(target) && !places_.is_head[target] &&
           !graph_.blocks[target].is_jump_out;
  }

  // The statements of an edge, and what leads to its target.
  Seq along(const FlowEdge &edge, std::size_t from, std::size_t follows) {
    Seq seq = edge.code;
    std::size_t to = edge.target;
    if (graph_.blocks[to].is_jump_out)
      append(seq, graph_.blocks[to].code);
    else if (to == follows)
      return seq;
    else if (order_.is_retreating(from, to))
      seq.push_back(made(Continue{loop_labels_.at(to)}, from));
    else if (is_placed_.count(to))
      seq.push_back(made(Break{break_label(to)}, from));
    else
      append(seq, block(to, follows));
    return seq;
  }

  Symbol break_label(std::size_t block) {
    auto [label, is_new] = break_labels_.try_emplace(block);
    if (is_new)
      label->second = make_label_("block");
    return label->second;
  }

  Context &context_;
  const FlowGraph &graph_;
  const std::function<Symbol(const char *)> &make_label_;
  FlowOrder order_;
  Places places_;
  std::set<std::size_t> is_placed_;
  std::map<std::size_t, Symbol> loop_labels_, break_labels_;
};

} // namespace

Seq restructure(Context &context, const FlowGraph &graph,
                const std::function<Symbol(const char *)> &make_label) {
  return Restructuring(context, graph, make_label)
      .block(graph.entry, graph.end);
}

} // namespace mergeproof::ir

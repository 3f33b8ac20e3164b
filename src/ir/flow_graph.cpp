#include "ir/flow_graph.h"

#include "ir/flow_order.h"

namespace mergeproof::ir {
namespace {

const Stmt *with_children(Context &context, const Stmt &stmt, Seq first,
                          Seq second) {
  Children old = children(stmt);
  if ((!old.first || first == *old.first) &&
      (!old.second || second == *old.second))
    return &stmt;
  StmtNode node = stmt.node;
  if (auto *branch = std::get_if<If>(&node)) {
    branch->then_body = std::move(first);
    branch->else_body = std::move(second);
  } else if (auto *loop = std::get_if<Loop>(&node)) {
    loop->body = std::move(first);
  } else if (auto *block = std::get_if<Block>(&node)) {
    block->body = std::move(first);
  }
  return context.stmt(std::move(node), stmt.span);
}

void drop_constant_tests(FlowBlock &block) {
  std::vector<FlowTest> tests;
  for (FlowTest &test : block.tests) {
    bool is_known = test.condition->kind == ExprKind::Const;
    if (is_known && test.condition->bits == 0)
      continue;
    if (is_known) {
      block.next = std::move(test.edge);
      break;
    }
    tests.push_back(std::move(test));
  }
  block.tests = std::move(tests);
}

bool is_empty(const FlowBlock &block) {
  return block.code.empty() && block.tests.empty() && block.next &&
         !block.is_jump_out;
}

// An endless loop of empty blocks stays one.
void skip_empty_blocks(FlowGraph &graph, FlowEdge &edge) {
  for (std::size_t steps = 0; steps < graph.blocks.size(); steps++) {
    const FlowBlock &target = graph.blocks[edge.target];
    if (!is_empty(target) || target.next->target == edge.target)
      return;
    edge.code.insert(edge.code.end(), target.next->code.begin(),
                     target.next->code.end());
    edge.target = target.next->target;
  }
}

} // namespace

Successors successors_of(const FlowGraph &graph) {
  Successors successors(graph.blocks.size());
  for (std::size_t i = 0; i < graph.blocks.size(); i++)
    for_each_edge(graph.blocks[i], [&](const FlowEdge &edge) {
      successors[i].push_back(edge.target);
    });
  return successors;
}

void simplify(FlowGraph &graph) {
  for (FlowBlock &block : graph.blocks) {
    std::map<Symbol, FlowEdge> exits;
    for_each_stmt(block.code, [&](const Stmt &stmt) {
      const auto *leave = stmt.as<Break>();
      if (auto found =
              leave ? block.exits.find(leave->label) : block.exits.end();
          found != block.exits.end())
        exits.insert(*found);
    });
    block.exits = std::move(exits);
    drop_constant_tests(block);
  }
  std::vector<FlowEdge> threaded;
  for (const FlowBlock &block : graph.blocks)
    for_each_edge(block, [&](FlowEdge edge) {
      skip_empty_blocks(graph, edge);
      threaded.push_back(std::move(edge));
    });
  std::size_t next = 0;
  for (FlowBlock &block : graph.blocks)
    for_each_edge(block,
                  [&](FlowEdge &edge) { edge = std::move(threaded[next++]); });
  FlowOrder order(successors_of(graph), graph.entry);
  for (std::size_t i = 0; i < graph.blocks.size(); i++)
    if (!order.is_reached(i))
      graph.blocks[i] = {};
}

Seq replace_statements(
    Context &context, const Seq &seq,
    const std::function<std::optional<Seq>(const Stmt &)> &replace) {
  Seq result;
  for (const Stmt *stmt : seq) {
    if (auto other = replace(*stmt)) {
      result.insert(result.end(), other->begin(), other->end());
      continue;
    }
    Children inner = children(*stmt);
    Seq first, second;
    if (inner.first)
      first = replace_statements(context, *inner.first, replace);
    if (inner.second)
      second = replace_statements(context, *inner.second, replace);
    result.push_back(
        with_children(context, *stmt, std::move(first), std::move(second)));
  }
  return result;
}

Seq with_new_labels(Context &context, const Seq &seq,
                    const std::function<Symbol(const char *)> &make_label) {
  std::map<Symbol, Symbol> renamed;
  auto name = [&](Symbol label) {
    auto found = renamed.find(label);
    return found == renamed.end() ? label : found->second;
  };
  std::function<std::optional<Seq>(const Stmt &)> replace =
      [&](const Stmt &stmt) -> std::optional<Seq> {
    auto made = [&](StmtNode node) {
      return Seq{context.stmt(std::move(node), stmt.span)};
    };
    if (const auto *s = stmt.as<Break>())
      return made(Break{name(s->label)});
    if (const auto *s = stmt.as<Continue>())
      return made(Continue{name(s->label)});
    if (const auto *s = stmt.as<Loop>()) {
      Symbol label = renamed[s->label] = make_label("loop");
      return made(Loop{label, replace_statements(context, s->body, replace)});
    }
    if (const auto *s = stmt.as<Block>()) {
      Symbol label = renamed[s->label] = make_label("block");
      return made(Block{label, replace_statements(context, s->body, replace)});
    }
    return std::nullopt;
  };
  return replace_statements(context, seq, replace);
}

} // namespace mergeproof::ir

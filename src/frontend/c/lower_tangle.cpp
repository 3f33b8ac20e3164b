// Lowers the nodes of a tangle one by one, each after those that lead to it,
// and makes structured statements of the graph that they form.
//
// Objects live while the flow is in their scope: the edges begin and end them.
// So that the edges know all of them, also the temporaries, they are written
// when every node is lowered.
#include "frontend/c/clang_headers.h"
#include "frontend/c/lowering.h"
#include "frontend/c/tangle.h"
#include "frontend/c/walk.h"
#include "ir/flow_order.h"
#include "ir/make_reducible.h"
#include "ir/restructure.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// More blocks would nest too deeply.
constexpr std::size_t max_blocks = 2000;

ir::Successors successors_of(const Tangle &tangle) {
  ir::Successors successors(tangle.nodes.size());
  for (std::size_t i = 0; i < tangle.nodes.size(); i++)
    for_each_target(tangle.nodes[i], [&](std::size_t target) {
      successors[i].push_back(target);
    });
  return successors;
}

} // namespace

class TangleLowering {
public:
  TangleLowering(FunctionLowering &to, Tangle tangle)
      : to_(to), tangle_(std::move(tangle)),
        successors_(successors_of(tangle_)), order_(successors_, 0),
        predecessors_(tangle_.nodes.size()), in_(tangle_.nodes.size()),
        out_(tangle_.nodes.size()), temporaries_(tangle_.scopes.size()) {}

  void run();

private:
  using Scopes = std::vector<std::size_t>;

  void begin_locals();
  void lower_nodes();
  void lower_node(std::size_t index);
  void lower_leaving(std::size_t index);
  void make_exits(std::size_t index);
  void lower_ending(std::size_t index);
  void lower_dispatch(const TangleNode &node, ir::FlowBlock &block);
  void connect(std::size_t from, std::size_t to, const Flow &flow);
  Flow flow_into(std::size_t index) const;
  using Nodes = std::set<std::size_t>;
  Nodes nodes_since(std::size_t above, std::size_t index) const;
  bool is_redeclared_in(const Nodes &nodes, std::size_t scope,
                        const clang::VarDecl &var) const;
  void forget(Flow &flow, const clang::VarDecl &var) const;
  bool is_inside(std::size_t scope, std::size_t outer) const;
  Scopes scopes_left(std::size_t from, std::size_t to) const;
  ir::Seq code_between(std::size_t from, std::size_t to);
  void write_edges();
  void structure();

  FunctionLowering &to_;
  Tangle tangle_;
  ir::Successors successors_;
  ir::FlowOrder order_;
  std::vector<std::vector<std::size_t>> predecessors_;
  std::vector<Flow> in_;  // joined over the edges that do not retreat
  std::vector<Flow> out_; // over all edges
  std::vector<std::vector<ir::Symbol>> temporaries_; // by scope
  std::map<const clang::VarDecl *, std::size_t> declared_in_;
  ir::FlowGraph graph_;
};

void TangleLowering::run() {
  if (tangle_.nodes.size() > max_blocks)
    return to_.opaque("too many jumps into nested statements");
  for (const auto &scope : tangle_.scopes)
    for (const clang::VarDecl *var : scope.locals)
      if (var->getType()->isVariableArrayType())
        return to_.opaque("variable length array beside a jump into a block");
  begin_locals();
  for (std::size_t from : order_.order())
    for (std::size_t to : successors_[from])
      predecessors_[to].push_back(from);
  for (std::size_t node = 0; node < in_.size(); node++)
    in_[node].is_reachable = out_[node].is_reachable = false;
  in_.front() = to_.flow;
  graph_.blocks.resize(tangle_.nodes.size());
  graph_.end = tangle_.end;
  lower_nodes();
  write_edges();
  to_.flow = in_[tangle_.end];
  structure();
}

// Those of the list itself live as long as it runs, like those of a region.
void TangleLowering::begin_locals() {
  for (const clang::VarDecl *var : tangle_.scopes.front().locals) {
    to_.begin_object(*var);
    to_.set_assigned(to_.local(*var), false);
  }
  for (std::size_t scope = 1; scope < tangle_.scopes.size(); scope++)
    for (const clang::VarDecl *var : tangle_.scopes[scope].locals)
      to_.local(*var).has_begun = true;
  for (std::size_t node = 0; node < tangle_.nodes.size(); node++)
    for (const clang::Stmt *stmt : tangle_.nodes[node].statements)
      if (const auto *one =
              llvm::dyn_cast<clang::DeclStmt>(without_labels(stmt)))
        for (const clang::Decl *decl : one->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
            declared_in_[var] = node;
}

// What leaves the list comes last: it ends all objects of the list.
void TangleLowering::lower_nodes() {
  auto forward = to_.forward_, backward = to_.backward_;
  for (std::size_t index : order_.order())
    if (tangle_.nodes[index].leaving == TangleNode::Leaving::No) {
      to_.flow = flow_into(index);
      if (to_.flow.is_reachable && index != tangle_.end)
        lower_node(index);
      to_.forward_ = forward;
      to_.backward_ = backward;
    }
  for (std::size_t index : order_.order())
    if (tangle_.nodes[index].leaving != TangleNode::Leaving::No) {
      to_.flow = in_[index];
      if (to_.flow.is_reachable)
        lower_leaving(index);
    }
}

void TangleLowering::lower_leaving(std::size_t index) {
  const TangleNode &node = tangle_.nodes[index];
  graph_.blocks[index].is_jump_out = true;
  graph_.blocks[index].code = to_.collect([&] {
    if (node.leaving == TangleNode::Leaving::Goto)
      to_.go_to(*node.label);
    else if (node.leaving == TangleNode::Leaving::Break)
      to_.jump(to_.breaks_, "break outside a loop");
    else
      to_.jump(to_.continues_, "continue outside a loop");
  });
}

void TangleLowering::lower_node(std::size_t index) {
  const TangleNode &node = tangle_.nodes[index];
  ir::FlowBlock &block = graph_.blocks[index];
  auto breaks = to_.breaks_, continues = to_.continues_;
  to_.open_scope();
  make_exits(index);
  block.code = to_.collect([&] {
    for (const clang::Stmt *stmt : node.statements)
      if (to_.flow.is_reachable)
        to_.statement(stmt);
    if (node.loc.isValid())
      to_.loc = node.loc;
    else if (!node.statements.empty())
      to_.loc = node.statements.front()->getBeginLoc();
    block.span = to_.unit.where.span(to_.loc);
    if (to_.flow.is_reachable)
      lower_ending(index);
  });
  auto &objects = node.scope ? temporaries_[node.scope]
                             : to_.scopes_[to_.scopes_.size() - 2].objects;
  const auto &made = to_.scopes_.back().objects;
  objects.insert(objects.end(), made.begin(), made.end());
  to_.scopes_.pop_back();
  to_.breaks_ = std::move(breaks);
  to_.continues_ = std::move(continues);
  for (const auto &[label, edge] : block.exits)
    if (const Flow *flow = to_.flow_to(label))
      connect(index, edge.target, *flow);
}

// The jumps out of the node's statements get labels of their own.
void TangleLowering::make_exits(std::size_t index) {
  const TangleNode &node = tangle_.nodes[index];
  std::size_t depth = to_.scopes_.size();
  auto make_exit = [&](std::size_t target) {
    ir::Symbol label = to_.make_label("exit");
    graph_.blocks[index].exits[label] = {{}, target};
    return FunctionLowering::Jump{label, depth};
  };
  for (auto [label, target] : node.gotos) {
    to_.backward_.erase(label);
    to_.forward_[label] = make_exit(target);
  }
  if (node.breaks)
    to_.breaks_.push_back(make_exit(*node.breaks));
  if (node.continues)
    to_.continues_.push_back(make_exit(*node.continues));
}

void TangleLowering::lower_ending(std::size_t index) {
  const TangleNode &node = tangle_.nodes[index];
  ir::FlowBlock &block = graph_.blocks[index];
  bool goes_on = true;
  if (node.condition) {
    Value test = to_.condition(node.condition);
    goes_on = !is_true(test);
    block.tests.push_back({test, {{}, node.then_next}});
    if (!is_false(test))
      connect(index, node.then_next, to_.flow);
  } else if (node.dispatch) {
    lower_dispatch(node, block);
    for (const TangleArm &arm : node.arms)
      connect(index, arm.target, to_.flow);
  }
  if (!to_.flow.is_reachable) {
    block.tests.clear();
    return;
  }
  if (node.next)
    block.next = ir::FlowEdge{{}, *node.next};
  if (node.next && goes_on)
    connect(index, *node.next, to_.flow);
}

void TangleLowering::lower_dispatch(const TangleNode &node,
                                    ir::FlowBlock &block) {
  const clang::Expr *expr = node.dispatch->getCond();
  Value value = to_.value(expr);
  if (!is_const(value) && value->kind != ir::ExprKind::Var)
    value = to_.capture(value);
  bool is_signed = to_.types_.is_signed(expr->getType());
  for (const TangleArm &arm : node.arms) {
    Value test = to_.context.boolean(false);
    for (const clang::SwitchCase *label : arm.labels)
      test = to_.fold.either(test, to_.matches(*label, value, is_signed));
    if (arm.target != node.next)
      block.tests.push_back({test, {{}, arm.target}});
  }
}

void TangleLowering::connect(std::size_t from, std::size_t to,
                             const Flow &flow) {
  out_[from].join(flow);
  if (order_.is_retreating(from, to))
    return;
  Flow entering = flow;
  for (std::size_t scope :
       scopes_left(tangle_.nodes[to].scope, tangle_.nodes[from].scope))
    for (const clang::VarDecl *var : tangle_.scopes[scope].locals)
      forget(entering, *var);
  in_[to].join(entering);
}

// The flow along retreating edges is not known yet. Every way to the node comes
// from its dominator; when that is a loop's head, from the head itself. What
// was known there still is, but for what may have been declared anew since.
Flow TangleLowering::flow_into(std::size_t index) const {
  bool retreats = false, is_head = true;
  for (std::size_t from : predecessors_[index])
    if (order_.is_retreating(from, index)) {
      retreats = true;
      is_head &= order_.dominates(index, from);
    }
  if (!retreats)
    return in_[index];
  std::size_t above = is_head ? index : order_.dominator(index);
  Flow flow = is_head ? in_[index] : out_[above];
  Nodes since = nodes_since(above, index);
  since.insert(index);
  for (std::size_t scope = 0; scope < tangle_.scopes.size(); scope++)
    for (const clang::VarDecl *var : tangle_.scopes[scope].locals)
      if (!is_inside(tangle_.nodes[above].scope, scope) ||
          is_redeclared_in(since, scope, *var))
        forget(flow, *var);
  return flow;
}

// Those on the ways from the one to the other, or around a loop to its head.
TangleLowering::Nodes TangleLowering::nodes_since(std::size_t above,
                                                  std::size_t index) const {
  Nodes seen;
  std::vector<std::size_t> open;
  for (std::size_t from : predecessors_[index])
    if (above != index || order_.is_retreating(from, index))
      open.push_back(from);
  while (!open.empty()) {
    std::size_t node = open.back();
    open.pop_back();
    if (node != above && seen.insert(node).second)
      open.insert(open.end(), predecessors_[node].begin(),
                  predecessors_[node].end());
  }
  return seen;
}

bool TangleLowering::is_redeclared_in(const Nodes &nodes, std::size_t scope,
                                      const clang::VarDecl &var) const {
  auto declared = declared_in_.find(&var);
  if (declared == declared_in_.end() || nodes.count(declared->second))
    return true;
  return std::any_of(nodes.begin(), nodes.end(), [&](std::size_t node) {
    return !is_inside(tangle_.nodes[node].scope, scope);
  });
}

void TangleLowering::forget(Flow &flow, const clang::VarDecl &var) const {
  int tracked = to_.local(var).tracked;
  if (tracked >= 0 && static_cast<unsigned>(tracked) < flow.assigned.size())
    flow.assigned.reset(tracked);
}

bool TangleLowering::is_inside(std::size_t scope, std::size_t outer) const {
  while (scope > outer) // a scope is numbered behind those around it
    scope = tangle_.scopes[scope].outer;
  return scope == outer;
}

// Innermost first.
TangleLowering::Scopes TangleLowering::scopes_left(std::size_t from,
                                                   std::size_t to) const {
  Scopes left;
  for (; !is_inside(to, from); from = tangle_.scopes[from].outer)
    left.push_back(from);
  return left;
}

ir::Seq TangleLowering::code_between(std::size_t from, std::size_t to) {
  return to_.collect([&] {
    for (std::size_t scope : scopes_left(from, to)) {
      std::vector<ir::Symbol> objects;
      for (const clang::VarDecl *var : tangle_.scopes[scope].locals)
        if (to_.local(*var).is_object)
          objects.push_back(to_.local(*var).name);
      objects.insert(objects.end(), temporaries_[scope].begin(),
                     temporaries_[scope].end());
      for (std::size_t i = objects.size(); i-- > 0;)
        to_.emit(ir::LocalEnd{objects[i]});
    }
    Scopes entered = scopes_left(to, from);
    for (std::size_t i = entered.size(); i-- > 0;)
      for (const clang::VarDecl *var : tangle_.scopes[entered[i]].locals)
        if (auto &local = to_.local(*var); local.is_object)
          to_.emit(ir::LocalBegin{local.name});
        else
          to_.set_assigned(local, false);
  });
}

void TangleLowering::write_edges() {
  for (std::size_t from = 0; from < graph_.blocks.size(); from++)
    ir::for_each_edge(graph_.blocks[from], [&](ir::FlowEdge &edge) {
      edge.code = code_between(tangle_.nodes[from].scope,
                               tangle_.nodes[edge.target].scope);
    });
}

void TangleLowering::structure() {
  auto make_label = [&](const char *kind) { return to_.make_label(kind); };
  ir::simplify(graph_);
  ir::make_reducible(to_.context, graph_,
                     {.make_label = make_label, .make_selector = [&] {
                        return to_.make_temporary(ir::selector_scalar);
                      }});
  to_.append(ir::restructure(to_.context, graph_, make_label));
}

// Only the beginning of the list can lead into it.
void FunctionLowering::tangled(llvm::ArrayRef<const Stmt *> list) {
  if (flow.is_reachable)
    TangleLowering(*this, make_tangle(list, jumps_)).run();
}

} // namespace mergeproof::frontend::c

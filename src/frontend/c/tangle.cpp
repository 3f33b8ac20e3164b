#include "frontend/c/tangle.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/walk.h"

namespace mergeproof::frontend::c {
namespace {

using clang::Stmt;
using Leaving = TangleNode::Leaving;

// Jumps of a statement that lead out of it.
struct Outward {
  std::set<const clang::LabelDecl *> gotos;
  bool breaks = false;
  bool continues = false;
};

enum class Inside { Nothing, Switch, Loop };

void find_breaks(const Stmt *stmt, Inside inside, Outward &out) {
  if (!stmt)
    return;
  if (llvm::isa<clang::BreakStmt>(stmt))
    out.breaks |= inside == Inside::Nothing;
  if (llvm::isa<clang::ContinueStmt>(stmt))
    out.continues |= inside != Inside::Loop;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(stmt))
    inside = Inside::Loop;
  else if (llvm::isa<clang::SwitchStmt>(stmt) && inside == Inside::Nothing)
    inside = Inside::Switch;
  for (const Stmt *child : stmt->children())
    find_breaks(child, inside, out);
}

Outward outward_jumps(const Stmt *stmt) {
  Outward out;
  find_breaks(stmt, Inside::Nothing, out);
  std::set<const clang::LabelDecl *> own;
  walk(stmt, [&](const Stmt &inner) {
    if (const auto *jump = llvm::dyn_cast<clang::GotoStmt>(&inner))
      out.gotos.insert(jump->getLabel());
    if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(&inner))
      own.insert(label->getDecl());
  });
  for (const clang::LabelDecl *label : own)
    out.gotos.erase(label);
  return out;
}

class TangleBuilder {
public:
  explicit TangleBuilder(const Jumps &jumps) : jumps_(jumps) {}

  Tangle run(llvm::ArrayRef<const Stmt *> list) {
    tangle_.scopes.emplace_back();
    start(make_node());
    declare(list);
    for (const Stmt *stmt : list)
      add(stmt);
    tangle_.end = make_node();
    fall_into(tangle_.end);
    put_in_order();
    return std::move(tangle_);
  }

private:
  std::vector<TangleNode> &nodes() { return tangle_.nodes; }
  TangleNode &here() { return tangle_.nodes[here_]; }

  std::size_t make_node() {
    tangle_.nodes.emplace_back();
    tangle_.nodes.back().scope = scope_;
    return tangle_.nodes.size() - 1;
  }
  // Statements go there from now on.
  void start(std::size_t node) {
    nodes()[node].scope = scope_;
    here_ = node;
    started_.push_back(node);
  }
  void go_to(std::size_t node) { here().next = node; }
  void fall_into(std::size_t node) {
    go_to(node);
    start(node);
  }
  // What follows is not reached from here.
  void jump_to(std::size_t node) {
    go_to(node);
    start(make_node());
  }

  void declare(const Stmt *stmt) {
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : declaration->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
            var && var->hasLocalStorage() &&
            !var->getType()->isVariablyModifiedType())
          tangle_.scopes[scope_].locals.push_back(var);
  }
  void declare(llvm::ArrayRef<const Stmt *> list) {
    for (const Stmt *stmt : list)
      declare(without_labels(stmt));
  }

  template <typename F>
  void in_scope(llvm::ArrayRef<const Stmt *> list, F &&body) {
    tangle_.scopes.push_back({scope_, {}});
    std::size_t outer = std::exchange(scope_, tangle_.scopes.size() - 1);
    declare(list);
    fall_into(make_node());
    body();
    scope_ = outer;
    fall_into(make_node());
  }

  void add(const Stmt *stmt) {
    if (const auto *s = llvm::dyn_cast<clang::GotoStmt>(stmt))
      jump_to(label_node(s->getLabel()));
    else if (llvm::isa<clang::BreakStmt>(stmt))
      jump_to(target_of(breaks_, Leaving::Break));
    else if (llvm::isa<clang::ContinueStmt>(stmt))
      jump_to(target_of(continues_, Leaving::Continue));
    else if (jumps_.is_entered(stmt))
      add_parts(stmt);
    else
      add_whole(stmt);
  }

  void add_whole(const Stmt *stmt) {
    here().statements.push_back(stmt);
    Outward out = outward_jumps(stmt);
    for (const clang::LabelDecl *label : out.gotos) {
      std::size_t target = label_node(label);
      here().gotos.emplace(label, target);
    }
    if (out.breaks) {
      std::size_t target = target_of(breaks_, Leaving::Break);
      here().breaks = target;
    }
    if (out.continues) {
      std::size_t target = target_of(continues_, Leaving::Continue);
      here().continues = target;
    }
  }

  void add_parts(const Stmt *stmt) {
    if (const auto *s = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      add_compound(*s);
    else if (const auto *s = llvm::dyn_cast<clang::LabelStmt>(stmt))
      add_label(*s);
    else if (const auto *s = llvm::dyn_cast<clang::SwitchCase>(stmt))
      add_case(*s);
    else if (const auto *s = llvm::dyn_cast<clang::AttributedStmt>(stmt))
      add(s->getSubStmt());
    else if (const auto *s = llvm::dyn_cast<clang::IfStmt>(stmt))
      add_if(*s);
    else if (const auto *s = llvm::dyn_cast<clang::WhileStmt>(stmt))
      add_while(*s);
    else if (const auto *s = llvm::dyn_cast<clang::DoStmt>(stmt))
      add_do(*s);
    else if (const auto *s = llvm::dyn_cast<clang::ForStmt>(stmt))
      add_for(*s);
    else if (const auto *s = llvm::dyn_cast<clang::SwitchStmt>(stmt))
      add_switch(*s);
    else
      add_whole(stmt);
  }

  void add_compound(const clang::CompoundStmt &stmt) {
    std::vector<const Stmt *> list(stmt.body_begin(), stmt.body_end());
    in_scope(list, [&] {
      for (const Stmt *item : list)
        add(item);
    });
  }

  void add_label(const clang::LabelStmt &stmt) {
    std::size_t node = label_node(stmt.getDecl());
    nodes()[node].leaving = Leaving::No;
    fall_into(node);
    add(stmt.getSubStmt());
  }

  void add_case(const clang::SwitchCase &stmt) {
    bool is_new = arms_.empty() || arms_.back().target != here_ ||
                  !here().statements.empty();
    if (is_new) {
      fall_into(make_node());
      arms_.push_back({{}, here_});
    }
    arms_.back().labels.push_back(&stmt);
    add(stmt.getSubStmt());
  }

  std::size_t test(const clang::Expr *condition) {
    here().condition = condition;
    here().loc = condition->getExprLoc();
    return here_;
  }

  void add_body(const Stmt *body) {
    in_scope({}, [&] { add(body); });
  }

  void add_if(const clang::IfStmt &stmt) {
    std::size_t tested = test(stmt.getCond());
    here().loc = stmt.getIfLoc();
    std::size_t yes = make_node();
    nodes()[tested].then_next = yes;
    start(yes);
    add_body(stmt.getThen());
    std::size_t yes_end = here_;
    std::size_t no = make_node();
    nodes()[tested].next = no;
    start(no);
    if (stmt.getElse()) {
      add_body(stmt.getElse());
      fall_into(make_node());
    }
    nodes()[yes_end].next = here_;
  }

  void add_loop_body(const Stmt *body, std::size_t on_break,
                     std::size_t on_continue) {
    breaks_.push_back(on_break);
    continues_.push_back(on_continue);
    add_body(body);
    breaks_.pop_back();
    continues_.pop_back();
  }

  void add_while(const clang::WhileStmt &stmt) {
    std::size_t head = make_node();
    fall_into(head);
    test(stmt.getCond());
    std::size_t body = make_node(), after = make_node();
    nodes()[head].then_next = body;
    nodes()[head].next = after;
    start(body);
    add_loop_body(stmt.getBody(), after, head);
    go_to(head);
    start(after);
  }

  void add_do(const clang::DoStmt &stmt) {
    std::size_t body = make_node();
    fall_into(body);
    std::size_t tested = make_node(), after = make_node();
    add_loop_body(stmt.getBody(), after, tested);
    fall_into(tested);
    test(stmt.getCond());
    here().then_next = body;
    go_to(after);
    start(after);
  }

  void add_for(const clang::ForStmt &stmt) {
    const Stmt *init = stmt.getInit();
    std::vector<const Stmt *> list;
    if (init)
      list.push_back(init);
    in_scope(list, [&] {
      if (init)
        add(init);
      std::size_t head = make_node();
      fall_into(head);
      std::size_t body = make_node(), next = make_node(), after = make_node();
      if (stmt.getCond()) {
        test(stmt.getCond());
        here().then_next = body;
        go_to(after);
      } else {
        go_to(body);
      }
      start(body);
      add_loop_body(stmt.getBody(), after, next);
      fall_into(next);
      if (stmt.getInc())
        add(stmt.getInc());
      go_to(head);
      start(after);
    });
  }

  void add_switch(const clang::SwitchStmt &stmt) {
    std::size_t tested = here_;
    here().dispatch = &stmt;
    here().loc = stmt.getSwitchLoc();
    std::size_t after = make_node();
    std::vector<TangleArm> outer = std::exchange(arms_, {});
    breaks_.push_back(after);
    start(make_node());
    add(stmt.getBody());
    breaks_.pop_back();
    go_to(after);
    std::size_t other = after;
    for (TangleArm &arm : arms_)
      for (const clang::SwitchCase *label : arm.labels)
        if (llvm::isa<clang::DefaultStmt>(label))
          other = arm.target;
    nodes()[tested].next = other;
    nodes()[tested].arms = std::exchange(arms_, std::move(outer));
    start(after);
  }

  std::size_t label_node(const clang::LabelDecl *label) {
    if (auto found = labels_.find(label); found != labels_.end())
      return found->second;
    std::size_t node = make_node();
    nodes()[node].leaving = Leaving::Goto; // until it is found in the list
    nodes()[node].label = label;
    nodes()[node].scope = 0;
    return labels_[label] = node;
  }

  std::size_t target_of(const std::vector<std::size_t> &inner, Leaving how) {
    if (!inner.empty())
      return inner.back();
    for (std::size_t i = 0; i < nodes().size(); i++)
      if (nodes()[i].leaving == how)
        return i;
    std::size_t node = make_node();
    nodes()[node].leaving = how;
    nodes()[node].scope = 0;
    return node;
  }

  // Nodes get the numbers of the order in which they were started; those that
  // only leave the list come last.
  void put_in_order() {
    for (std::size_t node = 0; node < nodes().size(); node++)
      if (nodes()[node].leaving != Leaving::No)
        started_.push_back(node);
    std::vector<std::size_t> number(nodes().size());
    std::vector<TangleNode> ordered;
    for (std::size_t node : started_) {
      number[node] = ordered.size();
      ordered.push_back(std::move(nodes()[node]));
    }
    for (TangleNode &node : ordered)
      for_each_target(node,
                      [&](std::size_t &target) { target = number[target]; });
    tangle_.nodes = std::move(ordered);
    tangle_.end = number[tangle_.end];
  }

  const Jumps &jumps_;
  Tangle tangle_;
  std::vector<std::size_t> started_;
  std::size_t here_ = 0;
  std::size_t scope_ = 0;
  std::map<const clang::LabelDecl *, std::size_t> labels_;
  std::vector<std::size_t> breaks_, continues_;
  std::vector<TangleArm> arms_; // of the innermost switch
};

} // namespace

Tangle make_tangle(llvm::ArrayRef<const Stmt *> list, const Jumps &jumps) {
  return TangleBuilder(jumps).run(list);
}

} // namespace mergeproof::frontend::c

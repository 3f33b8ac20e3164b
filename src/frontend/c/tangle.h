// A tangled list of statements (see Jumps) as a graph. Statements that nothing
// enters from outside stay whole; the others are taken apart, down to the
// labels and cases in them.
//
//   { goto in; while (c) { a; in: b; } d; }
//
//   0: next 3    1: if c next 2 else 4    2: a; next 3    3: b; next 1
//   4: d; next 5                          5: the end
//
// Jumps that a whole statement makes to the outside are exits of its node.
// Jumps that leave the list have a node for each target.
#pragma once

#include "frontend/c/jumps.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace mergeproof::frontend::c {

// The objects and variables that a scope declares live while the flow is in it.
struct TangleScope {
  std::size_t outer = 0; // the first is its own
  std::vector<const clang::VarDecl *> locals;
};

struct TangleArm { // of a switch
  std::vector<const clang::SwitchCase *> labels;
  std::size_t target = 0;
};

struct TangleNode {
  enum class Leaving { No, Goto, Break, Continue };

  std::size_t scope = 0;
  clang::SourceLocation loc; // of the test
  std::vector<const clang::Stmt *> statements;
  std::map<const clang::LabelDecl *, std::size_t> gotos; // of statements
  std::optional<std::size_t> breaks, continues;          // of statements
  // After the statements: if (condition) then_next else next, or
  // switch (dispatch), where `next` is the default.
  const clang::Expr *condition = nullptr;
  std::size_t then_next = 0;
  const clang::SwitchStmt *dispatch = nullptr;
  std::vector<TangleArm> arms;
  std::optional<std::size_t> next;
  // Such a node only leaves the list: Goto to `label`.
  Leaving leaving = Leaving::No;
  const clang::LabelDecl *label = nullptr;
};

// In the order of the text; the entry is node 0.
struct Tangle {
  std::vector<TangleNode> nodes;
  std::vector<TangleScope> scopes;
  std::size_t end = 0;
};

Tangle make_tangle(llvm::ArrayRef<const clang::Stmt *> list,
                   const Jumps &jumps);

// f(target) for every edge of the node.
template <typename Node, typename F>
void for_each_target(Node &node, F &&f) {
  for (auto &[label, target] : node.gotos)
    f(target);
  for (auto *target : {&node.breaks, &node.continues, &node.next})
    if (*target)
      f(**target);
  if (node.condition)
    f(node.then_next);
  for (auto &arm : node.arms)
    f(arm.target);
}

} // namespace mergeproof::frontend::c

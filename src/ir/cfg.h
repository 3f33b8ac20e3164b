// A function's control flow as basic blocks: a view of the structured
// statements, made when an analysis wants one, never a second source of truth.
//
//   loop L {                 0 -> 1
//     if c { }               1: if c -> 2, 3    2 -> 4
//     else { break L; }      3 -> 5
//     b;                     4: b -> 1
//   }
//   return r;                5: return r
//
// Blocks are numbered in the order of the text; block 0 is the entry. Simple
// statements are in blocks; Loop, Block, Break and Continue are edges; an If
// ends its block with two successors, first the one where its condition holds.
// Statements that cannot be reached are in blocks without predecessors.
#pragma once

#include "ir/program.h"

#include <cstdint>
#include <vector>

namespace mergeproof::ir {

struct BasicBlock {
  std::vector<const Stmt *> stmts;       // no If, Loop, Block, Break, Continue
  const Stmt *branch = nullptr;          // the If that ends it
  std::vector<std::uint32_t> successors; // none: the function ends here
  std::vector<std::uint32_t> predecessors;
  bool is_loop_head = false;
};

struct Cfg {
  std::vector<BasicBlock> blocks;
};

Cfg make_cfg(const Function &function);

// Blocks that can be reached from the entry, each before its successors except
// along edges back to a loop's head.
std::vector<std::uint32_t> reverse_post_order(const Cfg &cfg);

} // namespace mergeproof::ir

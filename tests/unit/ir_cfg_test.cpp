// uses: ir source support
//
// Basic blocks and edges of each structured statement.
#include "ir/cfg.h"
#include "ir/parse.h"
#include "laws/random_program.h"

#include <gtest/gtest.h>

namespace mergeproof::ir {
namespace {

// "0:1 -> 1,2 | …": number of statements and successors of each block.
std::string shape_of(const std::string &body) {
  Context context;
  auto program = parse_program(context, "function f(x: i32, c: i1) -> i32 {\n" +
                                            body + "\n}");
  if (!program)
    return program.error().message;
  Cfg cfg = make_cfg(program.value().functions.at("f"));
  std::string text;
  for (const BasicBlock &block : cfg.blocks) {
    text += (text.empty() ? "" : " | ") + std::to_string(block.stmts.size());
    text += block.is_loop_head ? "L" : "";
    for (std::uint32_t to : block.successors)
      text += " >" + std::to_string(to);
  }
  return text;
}

TEST(Cfg, StraightLine) {
  EXPECT_EQ(shape_of("x = 1:i32; return x;"), "2");
  EXPECT_EQ(shape_of("return x; x = 1:i32;"), "1 | 1");
}

TEST(Cfg, If) {
  EXPECT_EQ(shape_of("if c { x = 1:i32; } return x;"), "0 >1 >2 | 1 >2 | 1");
  EXPECT_EQ(shape_of("if c { return x; } else { x = 1:i32; } return x;"),
            "0 >1 >2 | 1 | 1 >3 | 1");
}

TEST(Cfg, LoopOfTheHeaderComment) {
  EXPECT_EQ(shape_of("loop L { if c { } else { break L; } x = 1:i32; }"
                     " return x;"),
            "0 >1 | 0L >2 >3 | 0 >4 | 0 >5 | 1 >1 | 1");
}

TEST(Cfg, Blocks) {
  EXPECT_EQ(shape_of("block B { if c { break B; } x = 1:i32; } return x;"),
            "0 >1 >2 | 0 >3 | 1 >3 | 1");
  EXPECT_EQ(shape_of("loop L { continue L; }"), "0 >1 | 0L >1 | 0");
}

TEST(Cfg, EdgesGoBothWays) {
  for (std::uint64_t seed = 1; seed <= 30; seed++) {
    Context context;
    Program program = tests::make_random_program(context, {.seed = seed});
    for (const auto &[id, function] : program.functions) {
      Cfg cfg = make_cfg(function);
      std::size_t out = 0, in = 0, stmts = 0, written = 0;
      for (const BasicBlock &block : cfg.blocks) {
        out += block.successors.size();
        in += block.predecessors.size();
        stmts += block.stmts.size() + (block.branch != nullptr);
        EXPECT_EQ(block.successors.size() == 2, block.branch != nullptr);
      }
      EXPECT_EQ(in, out);
      for_each_stmt(function.body, [&](const Stmt &s) {
        written += !s.as<Loop>() && !s.as<Block>() && !s.as<Break>() &&
                   !s.as<Continue>();
      });
      EXPECT_EQ(stmts, written);
      EXPECT_EQ(reverse_post_order(cfg).front(), 0u);
    }
  }
}

} // namespace
} // namespace mergeproof::ir

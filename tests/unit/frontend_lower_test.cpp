// Lowering of C to IR: shape of what comes out, and that it is well formed.
// uses: frontend/c ir source support
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

#include "frontend/c/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "source/memory_tree.h"

namespace mergeproof::frontend::c {
namespace {

class Lowered {
public:
  explicit Lowered(const std::string &text, std::vector<std::string> flags = {})
      : tree_({{"a.c", text}}),
        unit(parse(context_, {.tree = &tree_,
                              .path = "a.c",
                              .key_path = "a.c",
                              .flags = std::move(flags)})) {}

  std::string body(const std::string &id) {
    const ir::Function *function = unit.program.find_function(id);
    return function ? ir::print(function->body) : "no such function";
  }
  std::string faults() {
    std::string all;
    for (const std::string &one : ir::verify(unit.program))
      all += one + "\n";
    for (const SkippedFunction &one : unit.skipped)
      all += "skipped " + one.name + ": " + one.reason + "\n";
    for (const auto &[id, function] : unit.program.functions)
      for (const std::string &reason : function.opaque_reasons)
        all += "opaque " + std::string(id) + ": " + reason + "\n";
    return all;
  }

private:
  ir::Context context_;
  source::MemoryTree tree_;

public:
  ParsedUnit unit;
};

TEST(FrontendLower, AddsTwoNumbers) {
  Lowered lowered("int f(int a, int b) { return a + b; }");
  EXPECT_EQ(lowered.faults(), "");
  EXPECT_EQ(lowered.body("f"), "check SignedOverflow, not(sadd_overflow(a, b));\n"
                               "return add(a, b);\n");
}

// MERGEPROOF_LOWER=file.c prints what becomes of a file: for developers.
TEST(FrontendLower, PrintsAFile) {
  const char *path = std::getenv("MERGEPROOF_LOWER");
  if (!path)
    GTEST_SKIP() << "MERGEPROOF_LOWER names no file";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  Lowered lowered(text.str());
  for (const source::Diagnostic &one : lowered.unit.diagnostics)
    std::cout << one.path << ":" << one.line << ": " << one.message << " ["
              << one.category << "] in " << one.function << "\n";
  std::cout << ir::print(lowered.unit.program) << lowered.faults();
}

} // namespace
} // namespace mergeproof::frontend::c

// Any text is read as C: what clang accepts is lowered to a program that passes
// verify() and is printed as text that says the same.
#include "frontend/c/parse.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "source/memory_tree.h"
#include "support/check.h"

#include <cstddef>
#include <cstdint>

using namespace mergeproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  source::MemoryTree tree({{"input.c", text}});
  ir::Context context;
  frontend::c::ParsedUnit unit =
      frontend::c::parse(context, {.tree = &tree,
                                   .path = "input.c",
                                   .key_path = "input.c",
                                   .flags = {"-std=gnu11", "-w"}});
  CHECK(ir::verify(unit.program).empty());
  std::string printed = ir::print(unit.program);
  auto again = ir::parse_program(context, printed);
  CHECK(again);
  CHECK(ir::print(again.value()) == printed);
  return 0;
}

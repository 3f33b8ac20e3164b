// Any text is a program or an error; what is a program and passes verify() is
// printed as text that says the same.
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "support/check.h"

#include <cstddef>
#include <cstdint>

using namespace mergeproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  ir::Context context;
  auto program =
      ir::parse_program(context, {reinterpret_cast<const char *>(data), size});
  if (!program || !ir::verify(program.value()).empty())
    return 0;
  std::string text = ir::print(program.value());
  auto again = ir::parse_program(context, text);
  CHECK(again);
  CHECK(ir::print(again.value()) == text);
  return 0;
}

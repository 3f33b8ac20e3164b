// Any compile_commands.json is a database or an error that says something; a
// database has an answer for every path.
#include "frontend/flags/flags.h"
#include "support/check.h"

#include <cstddef>
#include <cstdint>

using namespace mergeproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  auto database = frontend::flags::CompilationDatabase::read(
      std::string(reinterpret_cast<const char *>(data), size), "/project");
  if (!database) {
    CHECK(!database.error().message.empty());
    return 0;
  }
  for (const char *path : {"main.c", "src/a.c", "src/deep/er/b.c", ""})
    (void)database.value().flags_for(path);
  return 0;
}

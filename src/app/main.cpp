#include "app/check_command.h"
#include "app/options.h"
#include "check/toolchain.h"
#include "frontend/c/driver/compile_object.h"

#include <cstdio>
#include <exception>
#include <malloc.h>

namespace {

// Large blocks are asked for again and again, for the memory of every run: they
// do not go back to the system, which would have to clear each page.
void keep_memory() {
  constexpr int most_kept = 256 << 20, largest = 32 << 20; // bytes
  mallopt(M_TRIM_THRESHOLD, most_kept);
  mallopt(M_MMAP_THRESHOLD, largest);
}

} // namespace

int main(int argc, char **argv) {
  using namespace mergeproof;
  keep_memory();
  check::use_built_in(
      {frontend::c::compiler_name(), frontend::c::compile_object});
  try {
    auto asked = app::read_command_line(argc, argv);
    if (auto *finished = std::get_if<app::Finished>(&asked))
      return finished->exit_code;
    if (auto *run = std::get_if<app::RunOptions>(&asked))
      return app::run_program(*run);
    if (auto *survey = std::get_if<app::SurveyOptions>(&asked))
      return app::run_survey(*survey);
    return app::run_check(std::get<app::CheckOptions>(asked));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "mergeproof: error: %s\n", error.what());
    return app::usage_error;
  }
}

#include "app/check_command.h"
#include "app/options.h"
#include "check/toolchain.h"
#include "frontend/c/driver/compile_object.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <memory>
#include <sys/mman.h>

namespace {

// Large blocks are asked for again and again, for the memory of every run and
// the tables of every solver: they do not go back to the system, which would
// have to clear each page. What the heap begins with comes in large pages: a
// context of Z3 alone touches 17 MB when it is made. Children inherit it.
void keep_memory() {
  constexpr int most_kept = 512 << 20, largest = 32 << 20; // bytes
  constexpr std::size_t first = std::size_t(256) << 20, large_page = 2 << 20;
  mallopt(M_TRIM_THRESHOLD, most_kept);
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_MMAP_MAX, 0); // this one is of the heap
  if (void *block = std::malloc(first)) {
    void *begin = block;
    std::size_t size = first;
    if (std::align(large_page, large_page, begin, size))
      madvise(begin, size, MADV_HUGEPAGE); // without any, it is as it was
    std::free(block);
  }
  constexpr int usual = 65536;
  mallopt(M_MMAP_MAX, usual);
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

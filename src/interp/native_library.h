// The C library as a program that runs sees it: its functions have real
// effects, its output goes to a sink.
//
//   NativeLibrary library(sink);
//   Machine machine(executable, library, limits);
//   library.prepare(executable, machine.memory());
//   machine.run("main", …);
//
// A function that is not modelled ends the run (Outcome::Kind::Invalid) with a
// reason that names it.
#pragma once

#include "interp/library_call.h"

namespace mergeproof::interp {

struct LibraryFunction;
// Null: it is not modelled.
const LibraryFunction *find_library_function(std::string_view name);
// errno and the tables of <ctype.h>: seven objects, one for errno, two for each
// table.
void make_library_objects(LibraryState &state, Memory &memory);

class NativeLibrary : public Externals {
public:
  using Sink = std::function<void(Stream, std::string_view)>;
  // The next byte of standard input; negative: its end.
  using Source = std::function<int()>;
  explicit NativeLibrary(Sink sink, Source source = {},
                         std::function<void()> flush = {},
                         std::function<void(int, std::size_t)> buffer = {}) {
    state_.write = std::move(sink);
    state_.read = std::move(source);
    state_.flush = std::move(flush);
    state_.buffer = std::move(buffer);
  }

  // Makes what the library's objects hold. Call before the run begins.
  void prepare(const Executable &executable, Memory &memory);

  // Whether the library, and no file of the program, defines it: stdout.
  static bool defines_global(ir::Symbol id);
  static bool defines_function(ir::Symbol id);

  // What atexit() was given, the last first, each once.
  std::optional<Address> next_exit_handler();
  // _exit() was called: nothing is to be done any more.
  bool is_left_at_once() const { return state_.is_left_at_once; }

  Bits call(Memory &memory, const ExternalCall &call) override;
  std::optional<Outcome> ending() override { return state_.ending; }
  bool does_allocation_fail(std::uint32_t, std::uint64_t size) override;
  bool frees_empty() const override { return true; }

private:
  Memory *memory_ = nullptr;
  LibraryState state_;
};

} // namespace mergeproof::interp

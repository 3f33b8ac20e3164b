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

class NativeLibrary : public Externals {
public:
  using Sink = std::function<void(Stream, std::string_view)>;
  explicit NativeLibrary(Sink sink) { state_.write = std::move(sink); }

  // Makes what the library's objects hold. Call before the run begins.
  void prepare(const Executable &executable, Memory &memory);

  // Whether the library, and no file of the program, defines it: stdout.
  static bool defines_global(ir::Symbol id);

  Bits call(Memory &memory, const ExternalCall &call) override;
  std::optional<Outcome> ending() override { return state_.ending; }
  bool does_allocation_fail(std::uint32_t, std::uint64_t) override {
    return false;
  }

private:
  LibraryState state_;
};

} // namespace mergeproof::interp

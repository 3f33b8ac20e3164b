// A program made ready to run; shared by any number of machines.
//
// Functions are compiled when they are first called. Not thread-safe. Breaks an
// invariant (CHECK) when a function does not pass ir::verify().
#pragma once

#include "interp/code.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::interp {

class Executable {
public:
  explicit Executable(const ir::Program &program);
  // With the addresses of a layout that has this program's names, and others.
  Executable(const ir::Program &program, Layout layout);

  // Names of the program that `stands_in` says so of, and those that it does
  // not have, mean what this library has by them. Before anything runs; the
  // library outlives it, and its names are in the layout.
  void link(const ir::Program &library,
            const std::function<bool(const ir::Function &)> &stands_in);

  const ir::Program &program() const { return program_; }
  const Layout &layout() const { return layout_; }

  std::uint64_t pointer_bytes() const { return pointer_bytes_; } // in memory

  // By index in the layout; null when this program does not have it.
  const std::vector<const ir::Global *> &globals() const { return globals_; }

  // As in the source, or its id when the program has two of that name.
  std::string report_name(const ir::Global &global) const;

  // What is at that address: null when it is not a function of this program.
  const ir::Function *function_at(Address address) const;
  // Null when the function has no body.
  const Code *code_at(Address address) const;

private:
  const ir::Program &program_;
  std::uint64_t pointer_bytes_;
  Layout layout_;
  std::vector<const ir::Function *> functions_; // by index in the layout
  std::vector<const ir::Global *> globals_;     // the same
  mutable std::vector<std::unique_ptr<Code>> codes_;
  // How many globals have it; counted when first asked for.
  mutable std::map<ir::Symbol, unsigned> name_counts_;
};

} // namespace mergeproof::interp

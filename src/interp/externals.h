// What lies outside of a program that runs: functions without a body, and the
// memory that there is.
#pragma once

#include "interp/memory.h"
#include "interp/outcome.h"

#include <vector>

namespace mergeproof::interp {

struct Argument {
  ir::Scalar type;
  ir::Bits bits = 0;
  ir::Bits unset = 0; // these of `bits` were never set
};

struct ExternalCall {
  ir::Symbol function;                       // id
  const ir::Function *declaration = nullptr; // null: the program has none
  std::vector<Argument> args;
  std::optional<ir::Scalar> result; // what the call asks for
};

// The world outside the program.
class Externals {
public:
  virtual ~Externals() = default;
  // How the last call ended the run, when it did: a kind other than Returned,
  // with what belongs to it.
  virtual std::optional<Outcome> ending() { return std::nullopt; }
  // What the call returns, cut to the result's width. May change memory.
  virtual ir::Bits call(Memory &memory, const ExternalCall &call) = 0;
  // Whether the `count`-th allocation (from 0), of so many bytes, fails.
  virtual bool does_allocation_fail(std::uint32_t count,
                                    std::uint64_t size) = 0;
  // Whether realloc(p, 0) frees p and gives null.
  virtual bool frees_empty() const { return false; }
};

// Every external function does nothing and returns 0.
class NoExternals : public Externals {
public:
  ir::Bits call(Memory &, const ExternalCall &) override { return 0; }
  bool does_allocation_fail(std::uint32_t, std::uint64_t) override {
    return false;
  }
};

} // namespace mergeproof::interp

// Runs functions of a program, statement by statement. This is what the IR
// means.
//
//   Executable executable(program);
//   NoExternals externals;
//   Machine machine(executable, externals, {});
//   Outcome outcome = machine.run("unit", {3, 4});
//
// Variables and memory that were never written hold zeros. A store, copy or
// fill outside live, writable memory traps with InvalidAccess even where the
// program has no check for it; a load there gives zeros. Calls whose arguments
// do not agree with a direct callee's parameters are cut or filled up with
// zeros, as registers would do; an indirect call must agree exactly.
#pragma once

#include "interp/executable.h"
#include "interp/memory.h"

#include <optional>
#include <string>
#include <vector>

namespace mergeproof::interp {

// What a run went through: how often each statement, as far as a table of fixed
// size can tell them apart. The same on every machine.
class Coverage {
public:
  static constexpr std::size_t size = 1 << 14;

  void clear() {
    counts_.assign(size, 0);
    steps_ = 0;
  }
  void note(std::uint64_t place) {
    unsigned char &count = counts_[(place ^ (place >> 14)) % size];
    count += count < 255;
    steps_++;
  }
  std::uint64_t steps() const { return steps_; } // since it was cleared
  const std::vector<unsigned char> &counts() const { return counts_; }

private:
  std::vector<unsigned char> counts_ = std::vector<unsigned char>(size, 0);
  std::uint64_t steps_ = 0;
};

struct Limits {
  std::uint64_t steps = 10'000'000;                // statements and jumps
  std::uint64_t memory = std::uint64_t(256) << 20; // bytes
  std::uint32_t call_depth = 10'000;
  Coverage *coverage = nullptr; // what a run goes through is added
};

// How `why` starts when a run used up its steps, its stack or its memory.
inline constexpr const char *out_of_steps = "does not terminate within";
inline constexpr const char *out_of_stack = "stack: more than";
inline constexpr const char *out_of_memory = "needs more than";

struct Outcome {
  enum class Kind {
    Returned,
    Trapped,
    Exited,
    Stopped, // an external function that does not return was called
    Invalid  // cannot be said; `why` tells
  };
  Kind kind = Kind::Returned;
  ir::CheckKind trap = ir::CheckKind::Abort;
  std::int32_t exit_code = 0;
  std::string why;
  const ir::Stmt *where = nullptr; // that ended the run early
  std::optional<ir::Bits> value;   // what the function returned
  std::uint64_t steps = 0;
};

// "returned", "trapped: division by zero", "exited(3)", "did not return".
std::string to_text(const Outcome &outcome);

// It ended because of the limits, with more it may go on.
bool is_limit(const Outcome &outcome);

struct Argument {
  ir::Scalar type;
  ir::Bits bits = 0;
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

class Machine {
public:
  // Both outlive the Machine.
  Machine(const Executable &executable, Externals &externals,
          const Limits &limits);

  Memory &memory() { return memory_; }

  // One run, or several after each other in the same memory; each may take all
  // steps. Invalid when the function is not defined or wants other arguments.
  Outcome run(ir::Symbol id, const std::vector<ir::Bits> &args);

private:
  struct Frame {
    const Code *code;
    std::uint32_t next; // instruction
    std::uint32_t base; // of its slots in values_
    const CallSite *caller;
    Address variadic; // what it was passed beyond its parameters; 0: nothing
  };

  ir::Bits eval(const Node &node, const ir::Bits *frame);
  ir::Bits eval(const Node *node) { return eval(*node, frame()); }
  ir::Bits cast(const Node &node, ir::Bits bits);
  ir::Bits *frame() { return values_.data() + frames_.back().base; }

  void loop();
  void step(const Instruction &instruction);
  std::uint64_t large(const Instruction &i);
  void store(const Instruction &instruction);
  void begin(const Instruction &instruction);
  void leave(const Node *value);
  void enter(const Code &code, const CallSite *caller,
             const std::vector<Argument> &args);
  Address keep_variadic(const std::vector<Argument> &args, std::size_t first);
  void end_run(const Outcome &ending);
  void trap(ir::CheckKind kind);
  void stop(Outcome::Kind kind);
  void give_up(std::string why);

  // Calls (machine_call.cpp).
  void call(const CallSite &site);
  void call_function(const CallSite &site, std::vector<Argument> args);
  void call_external(const CallSite &site, std::vector<Argument> args,
                     const ir::Function *declaration);
  void call_intrinsic(const CallSite &site, ir::Intrinsic which,
                      const std::vector<Argument> &args);
  bool agrees(const CallSite &site, const std::vector<Argument> &args,
              const ir::Function &callee) const;
  void finish_call(const CallSite &site, ir::Bits value);
  Address allocate(std::uint64_t size);
  Address reallocate(Address old, std::uint64_t size);
  bool may_free(Address address);
  bool release(Address address);
  std::optional<std::uint64_t> length(Address text);

  const Executable &executable_;
  Externals &externals_;
  Limits limits_;
  Memory memory_;
  std::vector<ir::Bits> values_;
  std::vector<Frame> frames_;
  std::uint32_t allocations_ = 0;
  Outcome outcome_;
  bool is_running_ = false;
};

} // namespace mergeproof::interp

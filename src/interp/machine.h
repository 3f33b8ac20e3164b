// Runs functions of a program, statement by statement. This is what the IR
// means.
//
//   Executable executable(program);
//   NoExternals externals;
//   Machine machine(executable, externals, {});
//   Outcome outcome = machine.run("unit", {3, 4});
//
// Variables and memory that were never written hold zeros. Where a run notices
// it (Limits::unset), a value that depends on memory that was never written
// traps with UninitialisedRead where it decides something: a branch, an
// address, a size, a divisor, what a function without a body is given. Copies,
// and sums of it, do not trap: it need not be known what padding holds to copy
// a struct. It notices, too, where a pointer is counted far out of its object
// (Outcome::leaves_objects). A store, copy or fill
// outside live, writable memory traps with InvalidAccess even where the
// program has no check for it; a load there gives zeros. Calls whose arguments
// do not agree with a direct callee's parameters are cut or filled up with
// zeros, as registers would do; an indirect call must agree exactly.
#pragma once

#include "interp/coverage.h"
#include "interp/executable.h"
#include "interp/externals.h"
#include "interp/memory.h"
#include "interp/outcome.h"
#include "interp/partial.h"

#include <optional>
#include <string>
#include <vector>

namespace mergeproof::interp {

// What a run makes of bits that were never set.
enum class Unset : std::uint8_t { Ignored, Noticed };

struct Limits {
  std::uint64_t steps = 10'000'000;                // statements and jumps
  std::uint64_t memory = std::uint64_t(256) << 20; // bytes
  std::uint32_t call_depth = 10'000;
  Coverage *coverage = nullptr; // what a run goes through is added
  Unset unset = Unset::Ignored;
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

  // The variables of the running function.
  template <Unset U>
  struct View;

  // Functions of `U` are made twice: runs that ignore what is unset do not pay.
  template <Unset U>
  ir::Bits eval(const Node &node, View<U> view);
  template <Unset U>
  View<U> view();
  template <Unset U>
  ir::Bits value(const Node *node);
  template <Unset U>
  ir::Bits use(const Node *node);
  template <Unset U>
  bool has_stopped() const {
    return U == Unset::Noticed && !is_running_;
  }
  ir::Bits cast(const Node &node, ir::Bits bits);
  static bool is_far(Address from, std::uint64_t by);
  bool wraps(const Node &node, View<Unset::Noticed> view);
  ir::Bits *frame() { return values_.data() + frames_.back().base; }

  // For Limits::coverage (machine_coverage.cpp).
  template <Unset U>
  void cover(const Instruction &next, std::uint64_t place);
  template <Unset U>
  void note_comparisons(const Node &node, std::uint64_t place);
  template <Unset U>
  void note_comparison(const Node &node, std::uint64_t place);
  template <Unset U>
  void note_origins(const Node &node, ir::Bits wanted);

  template <Unset U>
  void loop();
  template <Unset U>
  void step(const Instruction &instruction);
  template <Unset U>
  std::uint64_t large(const Instruction &i);
  template <Unset U>
  void assign(const Instruction &instruction);
  template <Unset U>
  void check(const Instruction &instruction);
  template <Unset U>
  void store(const Instruction &instruction);
  template <Unset U>
  void leave(const Node *value);
  void begin(const Instruction &instruction);
  void enter(const Code &code, const CallSite *caller,
             const std::vector<Argument> &args);
  Address keep_variadic(const std::vector<Argument> &args, std::size_t first);
  void keep_unset(Address object, const std::vector<Argument> &args,
                  std::size_t first);
  void end_run(const Outcome &ending);
  void trap(ir::CheckKind kind);
  void stop(Outcome::Kind kind);
  void give_up(std::string why);

  // What is unset of values that may have such bits (machine_unset.cpp).
  bool notices_unset() const { return limits_.unset == Unset::Noticed; }
  Partial trace(const Node &node);
  Partial trace_binary(const Node &node);
  Partial trace_load(const Node &node);
  void find_unset(const Node &node);
  void note_unset(const Instruction &i, Address target, ir::Bits unset,
                  std::uint64_t size);

  // Calls (machine_call.cpp).
  template <Unset U>
  void call(const CallSite &site);
  template <Unset U>
  void call_function(const CallSite &site, std::vector<Argument> args);
  void call_external(const CallSite &site, std::vector<Argument> args,
                     const ir::Function *declaration);
  void call_intrinsic(const CallSite &site, ir::Intrinsic which,
                      const std::vector<Argument> &args);
  bool agrees(const CallSite &site, const std::vector<Argument> &args,
              const ir::Function &callee) const;
  void finish_call(const CallSite &site, ir::Bits value, ir::Bits unset = 0);
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
  // What is unset of values_, where that is noticed.
  std::vector<ir::Bits> unset_;
  bool has_met_unset_ = false;  // the evaluation that goes on
  bool is_unset_used_ = false;  // inside of the expression that is traced
  ir::Bits unset_of_value_ = 0; // of the one that was evaluated last
  std::vector<Frame> frames_;
  std::uint32_t allocations_ = 0;
  Outcome outcome_;
  bool is_running_ = false;
};

template <>
struct Machine::View<Unset::Ignored> {
  const ir::Bits *values;
};
template <>
struct Machine::View<Unset::Noticed> {
  const ir::Bits *values;
  const ir::Bits *unset;
};

} // namespace mergeproof::interp

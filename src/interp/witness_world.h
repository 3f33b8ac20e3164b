// The world of one run as a Witness describes it: objects in memory, contents
// of globals, results of external functions, allocations that fail.
//
// An external function returns what the witness lists for (function,
// occurrence), else verdict::default_external_result: integers cut to the
// width, floats the number, pointers null when its lowest bit is 0, else a
// fresh object of 64 zeros. A struct result has the listed bytes or zeros.
// External functions write what is listed and nothing else, and each call is an
// event of the trace. Some of the C library's run for real: see real_library.h.
#pragma once

#include "interp/describe.h"
#include "interp/machine.h"
#include "interp/real_library.h"
#include "verdict/witness.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::interp {

class WitnessWorld : public Externals {
public:
  // All outlive the WitnessWorld. `real`: ids of the functions that run.
  WitnessWorld(const Executable &executable, const verdict::Witness &witness,
               const std::set<ir::Symbol> &real)
      : executable_(executable), witness_(witness), real_(real) {}

  // Puts objects and globals into the memory of a run that has not begun.
  void prepare(Memory &memory);

  // The arguments for the unit; objects passed by copy and the one for a struct
  // result are made. Call after prepare().
  std::vector<ir::Bits> make_arguments(Memory &memory,
                                       const ir::Function &unit);

  ir::Bits call(Memory &memory, const ExternalCall &call) override;
  std::optional<Outcome> ending() override {
    return ending_ ? ending_ : library_.ending();
  }
  bool does_allocation_fail(std::uint32_t count, std::uint64_t size) override;
  std::uint64_t allocations() const { return asked_; }
  bool has_failed_allocation() const { return has_failed_; }

  // Bytes with the pointers among them resolved.
  Bytes resolve(const Memory &memory, const verdict::WitnessBytes &bytes) const;

  Describer make_describer(Memory &memory) const {
    return Describer(executable_, memory, inputs_, made_);
  }
  // Where the unit writes its struct result, or 0.
  Address result_address() const { return result_address_; }
  // "log(3); send(4)", "none" when there were no calls.
  std::string trace() const;

private:
  const verdict::WitnessResult *listed(ir::Symbol function,
                                       std::uint32_t occurrence) const;
  ir::Bits default_result(Memory &memory, const ExternalCall &call,
                          std::uint32_t occurrence);
  void write_struct_result(Memory &memory, const ExternalCall &call,
                           const verdict::WitnessResult *result);
  void write(Memory &memory, const ExternalCall &call,
             const verdict::WitnessWrite &write);
  void add_objects(Memory &memory);
  Address address_of(std::uint32_t object) const;
  Address address_of(const verdict::WitnessPointer &pointer) const;
  ir::Bits pointer_value(const verdict::WitnessBytes &from) const;
  Address add_input(Memory &memory, const std::string &name,
                    const Bytes &bytes);
  std::string event_text(Memory &memory, const ExternalCall &call) const;
  std::string read_text(Memory &memory, const ExternalCall &call,
                        std::size_t at) const;
  std::string argument_text(Memory &memory, const Argument &arg,
                            const ir::Variable *param) const;
  std::string list_text(Memory &memory, Address list) const;

  const Executable &executable_;
  const verdict::Witness &witness_;
  const std::set<ir::Symbol> &real_;
  RealLibrary library_;
  std::optional<Outcome> ending_;             // a write that has no room
  Memory *memory_ = nullptr;                  // where the library has errno
  std::vector<std::string> inputs_, made_;    // names by index of the region
  std::map<ir::Symbol, std::uint32_t> calls_; // so far, by function
  std::vector<std::string> events_;
  Address result_address_ = 0;
  std::uint64_t asked_ = 0; // of the sizes of the allocations so far
  bool has_failed_ = false; // one of them
};

} // namespace mergeproof::interp

// Lists the memory that a run left behind as observables; see oracle.h.
#pragma once

#include "interp/witness_world.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::interp {

class ExitState {
public:
  // `reference` is the program whose initial contents of globals count as
  // unchanged, laid out as `executable` is.
  ExitState(const Executable &executable, const ir::Program &reference,
            const verdict::Witness &witness, const WitnessWorld &world,
            Memory &memory)
      : executable_(executable), reference_(reference), witness_(witness),
        world_(world), memory_(memory),
        describer_(world.make_describer(memory)) {}

  void list_result(const ir::Function &unit, std::optional<ir::Bits> value);
  // Of the witness's objects only those.
  void list_inputs(const ir::Function &unit,
                   const std::set<std::uint32_t> &which);
  void list_globals(const std::set<ir::Symbol> &ids);
  // Objects that were allocated and found by the others; call last.
  void list_fresh();

  std::map<std::string, std::string> take() { return std::move(values_); }

private:
  struct Fresh {
    std::string label;
    const ir::Type *type;
    Address base;
  };

  void list_object(LabelledObject object, const Bytes &reference);
  bool is_input_label(const std::string &label) const;
  void follow(const std::string &name, const ir::Type *type, Address address);
  std::vector<const ir::Type *> input_types(const ir::Function &unit) const;
  void find_types(const LabelledObject &holder,
                  const verdict::WitnessBytes &bytes,
                  std::vector<const ir::Type *> &types,
                  std::vector<std::uint32_t> &found) const;
  Bytes reference_bytes(ir::Symbol global) const;

  const Executable &executable_;
  const ir::Program &reference_;
  const verdict::Witness &witness_;
  const WitnessWorld &world_;
  Memory &memory_;
  Describer describer_;
  std::map<std::string, std::string> values_;
  std::vector<Fresh> fresh_; // found, in order
  std::set<Address> seen_;   // bases in fresh_
};

} // namespace mergeproof::interp

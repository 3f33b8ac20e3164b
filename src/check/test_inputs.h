// The inputs of a witness as C statements: declarations, set-up, the call.
#pragma once

#include "check/fit_witness.h"
#include "support/result.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::check {

struct TestInputs {
  std::string declarations;
  std::string set_up;                 // body of a function
  std::vector<std::string> arguments; // of the call, as expressions
  std::vector<std::string> names;     // of the objects, by number; empty where
                                      // nothing leads to one
};

support::Result<TestInputs> write_inputs(const verdict::Question &question,
                                         const verdict::Witness &witness,
                                         const FittedWitness &fitted);

// A number that no code of the unit's file can set, and that another file
// defines: the test defines it with its value.
bool is_constant_number(const ir::Global &global);

// The address of byte `pointer.addend` of an object.
std::string pointer_text(const std::vector<std::string> &names,
                         const verdict::WitnessPointer &pointer);

} // namespace mergeproof::check

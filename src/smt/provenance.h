// Where an address can point: into one known object, into memory that existed
// before the call, or anywhere.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

struct Provenance {
  enum class Where : std::uint8_t { Object, Input, Anywhere };
  Where where = Where::Anywhere;
  Term object = nullptr;
};
Provenance provenance(Term address);

// A choice that an address is made of, one side of which leads into an object
// that the call made; null: there is none.
Term choice_of_object(Term address);

// Whether addresses computed from the two lie in different objects. Assumes
// InObjectArithmetic.
bool are_apart(Term a, Term b);

} // namespace mergeproof::smt

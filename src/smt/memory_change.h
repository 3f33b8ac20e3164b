// Memories of which only that is known: they differ from others in one object.
//
//   change("fill", m, x, {byte, size})    m, but in the object of x
//   change_to(m, x, n)                    m, but in the object of x as n is
//   there
//
// TermTable::load looks through them from other objects, and into the second.
// To solvers they are uninterpreted. Assumes InObjectArithmetic.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// What the object holds, the name and the rest say.
Term change(TermTable &table, std::string_view name, Term memory, Term address,
            const std::vector<Term> &rest);
Term change_to(TermTable &table, Term memory, Term address, Term now);

// Its arguments begin with the memory and the address.
bool is_change(Term memory);
bool is_change_to(Term memory); // and the memory `now`

} // namespace mergeproof::smt

// Memories of which only that is known: they differ from others in one object.
//
//   change("fill", m, x, {byte, size})    m, but in the object of x
//   change_to(m, x, n)                    m, but in the object of x as n is
//   there
//   cleared(m, x, size)                   m, but 0 in all of the object x
//
// TermTable::load looks through them from other objects, and into the last two.
// To solvers they are uninterpreted. Assumes InObjectArithmetic.
#pragma once

#include "smt/term.h"

namespace mergeproof::smt {

// What the object holds, the name and the rest say.
Term change(TermTable &table, std::string_view name, Term memory, Term address,
            const std::vector<Term> &rest);
Term change_to(TermTable &table, Term memory, Term address, Term now);
Term cleared(TermTable &table, Term memory, Term object, Term size);

// Its arguments begin with the memory and the address.
bool is_change(Term memory);
bool is_change_to(Term memory); // and the memory `now`
bool is_cleared(Term memory);

} // namespace mergeproof::smt

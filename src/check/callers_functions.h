// Functions that only a caller of the unit has.
//
// A pointer to a function that comes in from outside, as an argument or in an
// object that one leads to, may point to any function of its type. Where no
// function of the program has that type, an input points to one of these: two
// for each type, so that two pointers can differ. They are declared and nowhere
// defined: calls of them are calls of an external, whose results a witness
// gives, and which writes nothing.
#pragma once

#include "verdict/question.h"

#include <memory>

namespace mergeproof::check {

// For the types of pointers that the unit's arguments, and the globals that it
// uses, lead to in every version, as far as scalars are passed. Their names are
// those of nothing else. Null: there are none.
std::shared_ptr<const ir::Program>
make_callers_functions(const verdict::Question &question);

} // namespace mergeproof::check

// How a call through a pointer passes its arguments, as a text that survives
// where source types do not: "(p64 struct node,i32,f64,...)".
//
//   i32       integers, with their bits, but 32 for all that have fewer
//   f64       floats, with their bits
//   p64       pointers; "p64 struct node" to a struct or union with a name
//   s         structs passed by value
//   u         unions: as anything, for a transparent one is passed as a member;
//             and what is none of these
//   ...       variable arguments follow
//
// A call fits a function where neither contradicts the other. C asks for
// compatible types (C11 6.5.2.2, 9); programs are less strict, so only what no
// one does by accident is told apart: numbers of arguments, floats, structs by
// value, pointers to different structs, and integers that are too narrow for
// what is taken, whose upper bits nobody sets. Integers pass as pointers, wide
// ones as narrow ones, and any pointer as one to something without a name.
// Results are not compared.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <set>
#include <string>
#include <string_view>

namespace mergeproof::ir {

// Of a function type; "" when it has no parameters or is none.
std::string signature_text(const Type *function);

// Whether a pointer to functions of this signature may point to `function`.
// "": nothing is known of the pointer.
bool fits(std::string_view signature, const Function &function);

// The same parameters, in the same order, and the same result.
bool takes_the_same(const Function &a, const Function &b);

// Whether a call through a pointer may be of `function`.
bool may_call(const Call &call, const Function &function);

// Signatures of the functions that a value of this type may be, hold or lead to
// as far as types tell: through pointers, members and elements. Not void *.
// Where they are many, "" stands for all.
std::set<std::string> signatures_behind(const Type *type);

// Whether a function of this type is given one, or something that leads to one.
bool takes_functions(const Type &function);

// A declaration of that function type, whose parameters are scalars; its id is
// its name.
Function declare_function(Context &context, std::string_view name,
                          const Type &type);

} // namespace mergeproof::ir

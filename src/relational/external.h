// External functions: what one may do, by the library's table or by what it is
// given (assumption external-calls-touch-arguments); functions behind pointers;
// and what declarations promise of results and arguments.
#pragma once

#include "ir/library.h"
#include "ir/program.h"
#include "symbolic/universe.h"

namespace mergeproof::relational {

// What an external call may do to the memory its arguments reach.
struct Reach {
  bool reads = false;
  bool writes = false;
};

// ir::library_effect, of this call: what sets errno is Local (assumption
// library-state-stays) or, where that may be asked for, Changes.
ir::LibraryEffect effect_of(symbolic::Universe &universe, const ir::Call &call,
                            ir::Symbol name, const ir::Function *declared,
                            const ir::Program &program);

// Without what the external was given, or gave, before.
Reach reach_of(const symbolic::Universe &universe, const ir::Call &call,
               const ir::Function *declared, ir::LibraryEffect effect,
               const ir::Program &program);

// The types of what is passed: 2.0 is not the integer of the same bits, nor is
// it passed in the same register.
std::string kinds_of(const ir::Call &call);

// Whether it is given a function by name, or by type something that leads to
// one.
bool may_call_back(const ir::Call &call, const ir::Function *declared);

// Whether it may be given objects as mere bytes: by void * or unsigned char *,
// or where nobody declares what it takes. Texts are none.
bool takes_bytes(const ir::Call &call, const ir::Function *declared);

// Whether it may be given a function that differs between the versions, by
// type: what leads to a function may lead to one that does, unless the argument
// names one that does not.
bool is_given_functions(const symbolic::Universe &universe,
                        const ir::Call &call, const ir::Function *declared);

// What the system lets `result` of that function be, as a fact (assumption
// system-results).
void assume_system_result(symbolic::Universe &universe,
                          const ir::Function *declared, smt::Term result);

// What a function sees of the memory: where it only reads bytes to which its
// arguments point (effect Reads), nothing of other objects.
smt::Term memory_behind(smt::TermTable &table, ir::LibraryEffect effect,
                        const ir::Call &call,
                        const std::vector<smt::Term> &arguments,
                        smt::Term memory);

// What the function `name` of the library, which has no effects, returns for
// `inputs`, the arguments and memory; `full`: with the types of the arguments.
// Texts and bytes that are the same are so in either order (strcmp, memcmp),
// and the same as a constant where they hold its bytes; what is found in a text
// (strchr) lies in it.
smt::Term library_result(symbolic::Universe &universe,
                         const ir::Program &program, std::string_view name,
                         const std::string &full, smt::Sort sort,
                         const std::vector<smt::Term> &inputs);

// That `length` is that of the text at `address`: 0 where it begins with its
// end.
void assume_length(symbolic::Universe &universe, smt::Term memory,
                   smt::Term address, smt::Term length);

// That the argument of the unit is not null, where every version declares so
// (assumption nonnull-arguments).
void assume_nonnull(symbolic::Universe &universe, std::size_t param,
                    smt::Term value);

// That the argument of the unit points into another object than those before
// it, where every version declares so (assumption restrict-arguments-apart).
void assume_apart(symbolic::Universe &universe, std::size_t param,
                  smt::Term value);

// Of what a call through a pointer may reach and that differs between the
// versions, as the version has it. Throws GiveUp where that is not known.
std::uint64_t identity_of(const symbolic::Universe &universe,
                          std::size_t version, const ir::Call &call);
// The same, of whatever an external may call back.
std::uint64_t identity_of_callbacks(const symbolic::Universe &universe,
                                    std::size_t version);

} // namespace mergeproof::relational

// What pointers lead to, as far as declared types say it.
#pragma once

#include "verdict/question.h"

#include <map>
#include <set>

namespace mergeproof::symbolic {

// What is behind a pointer to a struct, a union or a pointer: of numbers a type
// may say less than its name.
struct Pointee {
  std::uint32_t alignment = 1;      // 1: nothing is known
  std::uint64_t whole_size = 0;     // of a struct; 0: nothing is known
  const ir::Type *record = nullptr; // the struct; null: versions differ
};
Pointee pointee_of(const ir::Type *pointer); // may be null
// Whether they are one struct, as two versions declare it: of one name and as
// long. Either may be null, as which it is like none.
bool are_alike(const ir::Type *a, const ir::Type *b);

// Addresses at which the unit, or what it calls by name, accesses a member of a
// record in some version, as that (ir::Access::member); the empty symbol where
// it is one of several.
using MemberPlaces = std::map<const ir::Expr *, ir::Symbol>;
MemberPlaces member_places(const verdict::Question &question);
// Whether that is the member which lies there in such a record.
bool is_member_at(ir::Symbol member, const ir::Type &record,
                  std::uint64_t offset);

// The type of what is declared at the address: of a member, or of what a
// variable points to. Null: not known (a cast to bytes, an element that is
// computed).
const ir::Type *
declared_at(const ir::Expr *address, const ir::Program &program,
            const std::map<ir::Symbol, const ir::Type *> &variables);

// The struct of so many bytes that is declared there; null: none is.
const ir::Type *
record_at(const ir::Expr *address, std::uint64_t size,
          const ir::Program &program,
          const std::map<ir::Symbol, const ir::Type *> &variables);

// Numbers that the unit, or what it calls by name, compares with, divides by,
// takes off, returns or puts into a variable, in some version: where one is the
// size of a struct, the code may ask whether it has been given a whole one.
// With those beside them, but where the code asks for equality.
std::set<ir::Bits> compared_numbers(const verdict::Question &question);

} // namespace mergeproof::symbolic

// Whether numbers of enumerations mean the same in two versions that number
// their enumerators differently.
//
//   enum kind { BOX, LINE };           // O: 1 is LINE
//   enum kind { BOX, TEXT, LINE };     // A: 1 is TEXT, which O does not have
//
// A value means the same if it is no enumerator in either, or the other version
// does not have that enumerator, or gives it the same value.
#pragma once

#include "ir/type.h"

#include <cstdint>
#include <vector>

namespace mergeproof::verdict {

// Whether it is an enumerator, zero, or, where these are flags, several of
// them: what code for which an enumeration has a meaning gives to its
// variables.
bool is_enumerator(std::int64_t value, const ir::Enumerators &all);

bool means_the_same(std::int64_t value, const ir::Type &here,
                    const ir::Type &there);

// Of all numbers in one or several objects of the type `here` in a row.
bool mean_the_same(const std::vector<unsigned char> &bytes,
                   const ir::Type *here, const ir::Type *there);

} // namespace mergeproof::verdict

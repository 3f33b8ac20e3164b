// The functions of the C library that a run can call, by headers: what they do
// is what glibc does in the C locale.
//
// Absent: files, time, signals. Others are C themselves: library_models.h.
#pragma once

#include "interp/library_call.h"

#include <span>

namespace mergeproof::interp {

struct LibraryFunction {
  std::string_view name;
  Bits (*run)(LibraryCall &call); // the result's bits, 0 where it has none
};

std::span<const LibraryFunction> input_functions();     // <stdio.h>
std::span<const LibraryFunction> output_functions();    // <stdio.h>
std::span<const LibraryFunction> text_functions();      // <string.h>
std::span<const LibraryFunction> character_functions(); // <ctype.h>
std::span<const LibraryFunction> standard_functions();  // <stdlib.h>
std::span<const LibraryFunction> math_functions();      // <math.h>

} // namespace mergeproof::interp

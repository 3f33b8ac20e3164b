// Clang as a compiler inside of this process: what `clang … -c` does, without
// the tenth of a second that every start of the program takes.
#pragma once

#include <string>
#include <vector>

namespace mergeproof::frontend::c {

// The name of the program that this does the work of: "clang-19".
std::string compiler_name();

// argv[0] is the path of that program, beside which its headers are found; one
// source and one object. Exit code; messages go to standard error. To be called
// in a copy of the process that ends afterwards: a source that clang crashes on
// ends it, and nothing is freed.
int compile_object(const std::vector<std::string> &argv);

} // namespace mergeproof::frontend::c

// The files of a run as one program, as a linker sees them: one meaning for
// each name, a strong definition before weak and inline ones, functions of the
// C library that are written in C where the program calls them.
#pragma once

#include "app/run_command.h"
#include "ir/context.h"
#include "ir/program.h"
#include "support/result.h"

#include <memory>
#include <vector>

namespace mergeproof::app {

struct LinkedProgram {
  ir::Program program;
  std::vector<ir::Symbol> constructors, destructors; // in the order they run
};

// Error: C that clang rejects, two definitions of a name, a variable that
// nobody defines.
support::Result<LinkedProgram> link_program(ir::Context &context,
                                            const RunOptions &options);

// The functions of the C library that are C themselves, as a program.
ir::Program parse_library(ir::Context &context, bool is_narrow);
// What of it runs of these programs call and the system declares; null:
// nothing.
std::shared_ptr<const ir::Program>
library_of(ir::Context &context, const std::vector<ir::Program> &programs);

// A file outside the working directory has its absolute path in the tree, where
// no path begins with '/'.
std::string shown_path(const std::string &path);

} // namespace mergeproof::app

// Functions of the C library that a check runs for real, in the interpreter as
// in a native replay (LibraryReplay::Real of ir/library.def): what they do
// depends on nothing but their arguments and the memory that these reach. The
// witness says nothing of their results, and their calls are no events.
#pragma once

#include "interp/library_call.h"
#include "ir/program.h"
#include "source/file.h"

#include <string>
#include <vector>

namespace mergeproof::interp {

// One that a system header declares, no file defines, and that is modelled.
bool runs_for_real(const ir::Function &function,
                   const source::FileTable &files);

// One of these that is C itself (library_models.h): the system declares it, no
// file defines it.
bool runs_as_c(const ir::Function &function, const source::FileTable &files);

// Whether the interpreter itself has it, whoever declares it.
bool is_built_in(ir::Symbol id);

class RealLibrary {
public:
  // Makes what the functions give addresses of: errno, the tables of <ctype.h>.
  // Their names, one for every object made.
  std::vector<std::string> prepare(Memory &memory);
  Bits call(Memory &memory, const ExternalCall &call);
  // errno says so, as after a failed allocation.
  void note_no_memory(Memory &memory);
  std::optional<Outcome> ending() const { return state_.ending; }

private:
  LibraryState state_;
};

} // namespace mergeproof::interp

#include "interp/real_library.h"

#include "interp/arithmetic.h"
#include "interp/library_function.h"
#include "interp/native_library.h"
#include "ir/library.h"

#include <cerrno>
#include <set>

namespace mergeproof::interp {

namespace {

// It needs streams, or ends the program.
bool is_apart(std::string_view name) {
  static const std::set<std::string_view> names = {
      "abort", "__assert_fail", "setbuf", "setvbuf", "setlinebuf"};
  return names.contains(name);
}

// Of those that a native replay calls, with or without a function of the
// interpreter.
std::set<std::string_view> make_names(bool is_built_in) {
  std::set<std::string_view> names;
  for (const ir::LibraryEntry &entry : ir::library_table())
    if (entry.replay == ir::LibraryReplay::Real && !is_apart(entry.name) &&
        (find_library_function(entry.name) != nullptr) == is_built_in)
      names.insert(entry.name);
  return names;
}

bool is_of_system(const ir::Function &function,
                  const source::FileTable &files) {
  return !function.is_defined &&
         files.path(function.span.file).starts_with('/');
}

} // namespace

bool is_built_in(ir::Symbol id) {
  static const std::set<std::string_view> names = make_names(true);
  return names.contains(id);
}

bool runs_as_c(const ir::Function &function, const source::FileTable &files) {
  static const std::set<std::string_view> names = make_names(false);
  return names.contains(function.id) && is_of_system(function, files);
}

bool runs_for_real(const ir::Function &function,
                   const source::FileTable &files) {
  return is_built_in(function.id) && is_of_system(function, files);
}

std::vector<std::string> RealLibrary::prepare(Memory &memory) {
  make_library_objects(state_, memory);
  return {"errno", "classes", "&classes", "lower", "&lower", "upper", "&upper"};
}

void RealLibrary::note_no_memory(Memory &memory) {
  memory.store(state_.error_number, ENOMEM, sizeof(int));
}

Bits RealLibrary::call(Memory &memory, const ExternalCall &call) {
  LibraryCall running(state_, memory, call);
  Bits result = find_library_function(call.function)->run(running);
  return call.result ? cut(result, call.result->bits) : 0;
}

} // namespace mergeproof::interp

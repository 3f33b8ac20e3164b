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

std::set<std::string_view> make_names() {
  std::set<std::string_view> names;
  for (const ir::LibraryEntry &entry : ir::library_table())
    if (entry.replay == ir::LibraryReplay::Real && !is_apart(entry.name) &&
        find_library_function(entry.name))
      names.insert(entry.name);
  return names;
}

} // namespace

bool runs_for_real(const ir::Function &function,
                   const source::FileTable &files) {
  static const std::set<std::string_view> names = make_names();
  return !function.is_defined && names.contains(function.id) &&
         files.path(function.span.file).starts_with('/');
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

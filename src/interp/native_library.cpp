#include "interp/native_library.h"

#include "interp/library_function.h"

#include <cctype>
#include <cerrno>
#include <cstdint>
#include <ctype.h>
#include <unordered_map>

namespace mergeproof::interp {
namespace {

constexpr std::uint64_t stream_size = 216; // struct _IO_FILE
constexpr int first_class = -128, end_class = 256;

using Functions = std::unordered_map<std::string_view, const LibraryFunction *>;

Functions make_functions() {
  Functions functions;
  for (auto group :
       {input_functions(), output_functions(), text_functions(),
        character_functions(), standard_functions(), math_functions()})
    for (const LibraryFunction &one : group)
      functions.emplace(one.name, &one);
  return functions;
}

Address make_object(Memory &memory, const void *bytes, std::size_t size) {
  Address object = memory.allocate(Region::External, size);
  auto *from = static_cast<const unsigned char *>(bytes);
  memory.write(object, {from, from + size});
  return object;
}

// A table of <ctype.h> for -128 … 255 and a pointer to its entry for 0.
template <typename Entry>
Address make_table(Memory &memory, const Entry *entries) {
  constexpr std::size_t count = end_class - first_class;
  Address table =
      make_object(memory, entries + first_class, count * sizeof(Entry));
  Address middle = table - first_class * Address(sizeof(Entry));
  std::vector<unsigned char> text = memory.pointers_text({middle});
  return make_object(memory, text.data(), text.size());
}

} // namespace

const LibraryFunction *find_library_function(std::string_view name) {
  static const Functions functions = make_functions();
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

void make_library_objects(LibraryState &state, Memory &memory) {
  state.error_number = memory.allocate(Region::External, sizeof(int));
  state.classes = make_table(memory, *__ctype_b_loc());
  state.lower = make_table(memory, *__ctype_tolower_loc());
  state.upper = make_table(memory, *__ctype_toupper_loc());
}

bool NativeLibrary::defines_global(ir::Symbol id) {
  return id == "stdin" || id == "stdout" || id == "stderr";
}

bool NativeLibrary::defines_function(ir::Symbol id) {
  return find_library_function(id) != nullptr;
}

std::optional<Address> NativeLibrary::next_exit_handler() {
  if (state_.at_exit.empty())
    return std::nullopt;
  Address handler = state_.at_exit.back();
  state_.at_exit.pop_back();
  return handler;
}

bool NativeLibrary::does_allocation_fail(std::uint32_t, std::uint64_t size) {
  if (!memory_)
    return false;
  std::uint64_t most = memory_->pointer_bytes() == 4 ? INT32_MAX : PTRDIFF_MAX;
  if (size <= most)
    return false;
  memory_->store(state_.error_number, ENOMEM, sizeof(int));
  return true;
}

void NativeLibrary::prepare(const Executable &executable, Memory &memory) {
  memory_ = &memory;
  auto make_stream = [&](const char *name) {
    Address stream = memory.allocate(Region::External, stream_size);
    const ir::Global *global = executable.program().find_global(name);
    if (global && !global->is_defined) {
      memory.set_global(executable.layout().global_address(global->id),
                        memory.pointers_text({stream}));
    }
    return stream;
  };
  state_.in = make_stream("stdin");
  state_.out = make_stream("stdout");
  state_.error = make_stream("stderr");
  make_library_objects(state_, memory);
}

Bits NativeLibrary::call(Memory &memory, const ExternalCall &call) {
  LibraryCall running(state_, memory, call);
  const LibraryFunction *function = find_library_function(call.function);
  if (function)
    return function->run(running);
  running.refuse("is defined in none of the files, and is not among the "
                 "library functions that are modelled");
  return 0;
}

} // namespace mergeproof::interp

// <stdio.h>, as far as it reads: standard input.
#include "interp/library_function.h"

namespace mergeproof::interp {
namespace {

constexpr Bits end_of_file = ~Bits(0);

bool is_input(LibraryCall &call, Address stream) {
  if (stream == call.state.in)
    return true;
  call.refuse("reads from what is not stdin");
  return false;
}

// Negative: the end.
int next_byte(LibraryState &state) {
  if (!state.pushed.empty()) {
    int byte = state.pushed.back();
    state.pushed.pop_back();
    return byte;
  }
  int byte = state.read ? state.read() : -1;
  state.is_at_end |= byte < 0;
  return byte;
}

Bits get_from(LibraryCall &call, Address stream) {
  if (!is_input(call, stream))
    return end_of_file;
  int byte = next_byte(call.state);
  return byte < 0 ? end_of_file : Bits(byte);
}
Bits fgetc(LibraryCall &call) { return get_from(call, call.address(0)); }
Bits getchar(LibraryCall &call) { return get_from(call, call.state.in); }

Bits ungetc(LibraryCall &call) {
  std::int64_t byte = call.integer(0);
  if (!is_input(call, call.address(1)) || byte < 0)
    return end_of_file;
  call.state.pushed.push_back(static_cast<unsigned char>(byte));
  call.state.is_at_end = false;
  return static_cast<unsigned char>(byte);
}

Bits fgets(LibraryCall &call) {
  std::int64_t size = call.integer(1);
  if (!is_input(call, call.address(2)) || size <= 0)
    return 0;
  std::string line;
  while (std::int64_t(line.size()) + 1 < size) {
    int byte = next_byte(call.state);
    if (byte < 0)
      break;
    line.push_back(static_cast<char>(byte));
    if (byte == '\n')
      break;
  }
  if (line.empty() && size > 1)
    return 0;
  call.write_text(call.address(0), line);
  return call.bits(0);
}

Bits fread(LibraryCall &call) {
  std::uint64_t size = call.size(1), count = call.size(2), all = 0;
  if (!is_input(call, call.address(3)) ||
      __builtin_mul_overflow(size, count, &all) || all == 0)
    return 0;
  std::string text;
  for (int byte = 0; text.size() < all && (byte = next_byte(call.state)) >= 0;)
    text.push_back(static_cast<char>(byte));
  call.write(call.address(0), text);
  return text.size() / size;
}

Bits feof(LibraryCall &call) {
  return call.address(0) == call.state.in && call.state.is_at_end;
}

Bits clearerr(LibraryCall &call) {
  if (call.address(0) == call.state.in)
    call.state.is_at_end = false;
  return 0;
}

constexpr LibraryFunction input_table[] = {
    {"getchar", getchar},   {"getchar_unlocked", getchar},
    {"fgetc", fgetc},       {"getc", fgetc},
    {"ungetc", ungetc},     {"fgets", fgets},
    {"fread", fread},       {"feof", feof},
    {"clearerr", clearerr},
};

} // namespace

std::span<const LibraryFunction> input_functions() { return input_table; }

} // namespace mergeproof::interp

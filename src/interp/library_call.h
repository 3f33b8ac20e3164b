// One call of a function of the C library, while it runs: its arguments, and
// the memory that it may read and write.
//
// A call that cannot go on as the native one would says so once, with trap() or
// refuse(); from then on arguments and memory read as nothing, writes do
// nothing, and the run ends after the call.
#pragma once

#include "interp/machine.h"

#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mergeproof::interp {

using ir::Bits;

enum class Stream { Out, Error };

// What lives as long as the program that uses the library.
struct LibraryState {
  std::function<void(Stream, std::string_view)> write;
  std::function<void()> flush; // of Stream::Out; may be empty
  // Of Stream::Out, as setvbuf() does; may be empty.
  std::function<void(int mode, std::size_t size)> buffer;
  std::function<int()> read; // may be empty
  std::vector<int> pushed;   // by ungetc(), the last first to be read
  bool is_at_end = false;    // of standard input
  std::vector<Address> at_exit;
  bool is_left_at_once = false;
  Address in = 0, out = 0, error = 0; // what stdin, stdout, stderr point to
  Address error_number = 0;           // errno
  Address classes = 0, lower = 0, upper = 0; // of <ctype.h>: what *_loc() give
  Address token = 0;                         // where strtok goes on
  std::optional<Outcome> ending;
};

class LibraryCall {
public:
  LibraryCall(LibraryState &state, Memory &memory, const ExternalCall &call)
      : state(state), memory(memory), call(call) {}

  // Arguments; refuses when there are fewer.
  const Argument &argument(std::size_t index);
  Bits bits(std::size_t index) { return argument(index).bits; }
  Address address(std::size_t index) { return Address(bits(index)); }
  std::uint64_t size(std::size_t index) { return std::uint64_t(bits(index)); }
  std::int64_t integer(std::size_t index); // the sign is that of its width
  template <typename Float>
  Float real(std::size_t index) {
    Bits from = bits(index);
    Float value = 0;
    std::memcpy(&value, &from, sizeof value);
    return value;
  }

  // Traps when the byte cannot be read.
  unsigned char byte(Address address);
  // The bytes before the first 0, `most` at most; traps when the object ends
  // before. As all that reads, but for bytes(), it traps at what is unset.
  std::string text(Address address, std::uint64_t most = ~std::uint64_t(0));
  // The same where the 0 may be missing: up to the end of the object, or what
  // is unset.
  std::string rest(Address address);
  std::string bytes(Address address, std::uint64_t size);
  // What there is has been looked at: traps when it is unset.
  void use(Address address, std::uint64_t size);
  void write(Address address, std::string_view bytes);
  // The bytes and a 0.
  void write_text(Address address, std::string_view bytes);
  void write_number(Address address, Bits value, unsigned size);
  void write_pointer(Address address, Address pointer);
  Address allocate(std::uint64_t size);

  bool has_ended() const { return state.ending.has_value(); }
  void trap(ir::CheckKind kind);
  void trap_access(Address address); // null, or otherwise invalid
  void refuse(const std::string &why);
  void exit(std::int32_t code);

  LibraryState &state;
  Memory &memory;
  const ExternalCall &call;

private:
  void end(Outcome outcome);
};

// Of a long double the ten bytes that it has.
template <typename Float>
Bits float_bits(Float value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof value == 16 ? 10 : sizeof value);
  return bits;
}

} // namespace mergeproof::interp

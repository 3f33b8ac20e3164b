// <stdio.h>, as far as it writes.
#include "interp/format_text.h"
#include "interp/library_function.h"

#include <algorithm>
#include <cstdio>

namespace mergeproof::interp {
namespace {

using Text = std::string;

constexpr Bits no_byte = ~Bits(0);

void flush(LibraryCall &call) {
  if (call.state.flush)
    call.state.flush();
}

void write(LibraryCall &call, Address stream, const Text &text) {
  if (call.has_ended())
    return;
  if (stream == call.state.out) {
    call.state.write(Stream::Out, text);
  } else if (stream == call.state.error)
    call.state.write(Stream::Error, text);
  else
    call.refuse("writes to what is neither stdout nor stderr");
}

// The text of a format and of the call's arguments behind it.
Text format_call(LibraryCall &call, std::size_t index) {
  CallArguments arguments(call.call, index + 1);
  return format_text(call, call.text(call.address(index)), arguments);
}

// The text of a format and of the va_list behind it.
Text format_list(LibraryCall &call, std::size_t index) {
  ListArguments arguments(call.memory, call.address(index + 1));
  return format_text(call, call.text(call.address(index)), arguments);
}

Bits put_text(LibraryCall &call, Address stream, const Text &text) {
  write(call, stream, text);
  return text.size();
}

Bits store_text(LibraryCall &call, const Text &text) {
  call.write_text(call.address(0), text);
  return text.size();
}

Bits store_some(LibraryCall &call, const Text &text) {
  std::uint64_t room = call.size(1);
  if (room > 0)
    call.write_text(
        call.address(0),
        text.substr(0, std::min<std::uint64_t>(text.size(), room - 1)));
  return text.size();
}

Bits printf(LibraryCall &call) {
  return put_text(call, call.state.out, format_call(call, 0));
}
Bits vprintf(LibraryCall &call) {
  return put_text(call, call.state.out, format_list(call, 0));
}
Bits fprintf(LibraryCall &call) {
  return put_text(call, call.address(0), format_call(call, 1));
}
Bits vfprintf(LibraryCall &call) {
  return put_text(call, call.address(0), format_list(call, 1));
}
Bits sprintf(LibraryCall &call) {
  return store_text(call, format_call(call, 1));
}
Bits vsprintf(LibraryCall &call) {
  return store_text(call, format_list(call, 1));
}
Bits snprintf(LibraryCall &call) {
  return store_some(call, format_call(call, 2));
}
Bits vsnprintf(LibraryCall &call) {
  return store_some(call, format_list(call, 2));
}

Bits put_character(LibraryCall &call, Address stream) {
  auto character = static_cast<unsigned char>(call.integer(0));
  write(call, stream, Text(1, static_cast<char>(character)));
  return character;
}
Bits putchar(LibraryCall &call) { return put_character(call, call.state.out); }
Bits fputc(LibraryCall &call) { return put_character(call, call.address(1)); }

Bits puts(LibraryCall &call) {
  Text text = call.text(call.address(0)) + "\n";
  return put_text(call, call.state.out, text);
}

Bits fputs(LibraryCall &call) {
  Text text = call.text(call.address(0));
  write(call, call.address(1), text);
  return 1; // as glibc does
}

Bits fwrite(LibraryCall &call) {
  std::uint64_t size = call.size(1), count = call.size(2), all = 0;
  if (__builtin_mul_overflow(size, count, &all)) {
    call.trap(ir::CheckKind::InvalidAccess);
    return 0;
  }
  write(call, call.address(3), call.bytes(call.address(0), all));
  return all ? count : 0;
}

Bits fflush(LibraryCall &call) {
  Address stream = call.address(0);
  if (stream && stream != call.state.out && stream != call.state.error)
    call.refuse("flushes what is neither stdout nor stderr");
  else if (stream != call.state.error)
    flush(call);
  return 0;
}

void set_buffer(LibraryCall &call, int mode, std::size_t size) {
  if (call.address(0) == call.state.out && call.state.buffer)
    call.state.buffer(mode, size);
}

Bits setbuf(LibraryCall &call) {
  set_buffer(call, call.address(1) ? _IOFBF : _IONBF, BUFSIZ);
  return 0;
}
Bits setvbuf(LibraryCall &call) {
  set_buffer(call, static_cast<int>(call.integer(2)), call.size(3));
  return 0;
}
Bits setlinebuf(LibraryCall &call) {
  set_buffer(call, _IOLBF, 0);
  return 0;
}

Bits has_failed(LibraryCall &) { return 0; }

Bits fileno(LibraryCall &call) {
  Address stream = call.address(0);
  if (stream == call.state.in)
    return 0;
  if (stream == call.state.out)
    return 1;
  if (stream == call.state.error)
    return 2;
  call.refuse("is asked for a file");
  return no_byte;
}

constexpr LibraryFunction output_table[] = {
    {"printf", printf},
    {"vprintf", vprintf},
    {"fprintf", fprintf},
    {"vfprintf", vfprintf},
    {"sprintf", sprintf},
    {"vsprintf", vsprintf},
    {"snprintf", snprintf},
    {"vsnprintf", vsnprintf},
    {"puts", puts},
    {"fputs", fputs},
    {"fputs_unlocked", fputs},
    {"putchar", putchar},
    {"putc", fputc},
    {"fputc", fputc},
    {"putchar_unlocked", putchar},
    {"putc_unlocked", fputc},
    {"fputc_unlocked", fputc},
    {"fwrite", fwrite},
    {"fwrite_unlocked", fwrite},
    {"fflush", fflush},
    {"setbuf", setbuf},
    {"setvbuf", setvbuf},
    {"setlinebuf", setlinebuf},
    {"ferror", has_failed},
    {"fileno", fileno},
};

} // namespace

std::span<const LibraryFunction> output_functions() { return output_table; }

} // namespace mergeproof::interp

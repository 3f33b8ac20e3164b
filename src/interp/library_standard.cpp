// <stdlib.h>, <assert.h>, <errno.h>.
#include "interp/library_function.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace mergeproof::interp {
namespace {

// What a function of the machine's library says of the text at the first
// argument; errno and *end, the second argument, are set as it does.
template <typename Parse>
auto parse_number(LibraryCall &call, Address end, Parse parse) {
  Address start = call.address(0);
  std::string text = call.rest(start);
  char *stop = nullptr;
  errno = 0;
  auto value = parse(text.c_str(), &stop);
  if (errno)
    call.write_number(call.state.error_number, Bits(errno), sizeof errno);
  std::uint64_t used = std::uint64_t(stop - text.c_str());
  if (used == text.size()) // it looked at what comes behind
    call.byte(start + used);
  if (end)
    call.write_pointer(end, start + used);
  return value;
}

int base_of(LibraryCall &call) { return static_cast<int>(call.integer(2)); }

bool has_narrow_long(LibraryCall &call) {
  return call.memory.pointer_bytes() == 4;
}

long long cut_to_long(long long value) {
  auto fitting = std::clamp<long long>(value, INT32_MIN, INT32_MAX);
  if (fitting != value)
    errno = ERANGE;
  return fitting;
}

// -1 is the largest number; what has a magnitude that does not fit is, too.
unsigned long long cut_to_long(unsigned long long value, const char *text) {
  while (std::isspace(static_cast<unsigned char>(*text)))
    text++;
  if ((*text == '-' ? 0 - value : value) <= UINT32_MAX && errno != ERANGE)
    return static_cast<std::uint32_t>(value);
  errno = ERANGE;
  return UINT32_MAX;
}

Bits strtoll(LibraryCall &call) {
  int base = base_of(call);
  return static_cast<Bits>(
      parse_number(call, call.address(1), [base](const char *t, char **e) {
        return ::strtoll(t, e, base);
      }));
}

Bits strtol(LibraryCall &call) {
  if (!has_narrow_long(call))
    return strtoll(call);
  int base = base_of(call);
  return static_cast<Bits>(
      parse_number(call, call.address(1), [base](const char *t, char **e) {
        return cut_to_long(::strtoll(t, e, base));
      }));
}

Bits atoll(LibraryCall &call) {
  return static_cast<Bits>(parse_number(
      call, 0, [](const char *t, char **e) { return ::strtoll(t, e, 10); }));
}

Bits atoi(LibraryCall &call) {
  if (!has_narrow_long(call))
    return atoll(call);
  return static_cast<Bits>(parse_number(call, 0, [](const char *t, char **e) {
    return cut_to_long(::strtoll(t, e, 10));
  }));
}

Bits strtoull(LibraryCall &call) {
  int base = base_of(call);
  return parse_number(call, call.address(1), [base](const char *t, char **e) {
    return ::strtoull(t, e, base);
  });
}

Bits strtoul(LibraryCall &call) {
  if (!has_narrow_long(call))
    return strtoull(call);
  int base = base_of(call);
  return parse_number(call, call.address(1), [base](const char *t, char **e) {
    return cut_to_long(::strtoull(t, e, base), t);
  });
}

Bits atof(LibraryCall &call) {
  return float_bits(parse_number(call, 0, ::strtod));
}
Bits strtod(LibraryCall &call) {
  return float_bits(parse_number(call, call.address(1), ::strtod));
}
Bits strtold(LibraryCall &call) {
  return float_bits(parse_number(call, call.address(1), ::strtold));
}
Bits strtof(LibraryCall &call) {
  return float_bits(parse_number(call, call.address(1), ::strtof));
}

Bits absolute(LibraryCall &call) {
  std::int64_t value = call.integer(0);
  return value < 0 ? -static_cast<Bits>(value) : static_cast<Bits>(value);
}

Bits malloc(LibraryCall &call) {
  Address fresh = call.allocate(call.size(0));
  call.memory.forget(fresh);
  return fresh;
}

Bits calloc(LibraryCall &call) {
  std::uint64_t all = 0;
  if (__builtin_mul_overflow(call.size(0), call.size(1), &all))
    return 0;
  return call.allocate(all);
}

bool is_allocated(LibraryCall &call, Address address) {
  return region_of(address) == Region::Heap && offset_of(address) == 0 &&
         call.memory.find(address);
}

Bits free(LibraryCall &call) {
  Address address = call.address(0);
  if (address && !is_allocated(call, address))
    call.trap(ir::CheckKind::InvalidFree);
  else if (address && !call.has_ended())
    call.memory.kill(address);
  return 0;
}

Bits realloc(LibraryCall &call) {
  Address old = call.address(0);
  std::uint64_t size = call.size(1);
  if (old && !is_allocated(call, old))
    call.trap(ir::CheckKind::InvalidFree);
  if (old && size == 0 && !call.has_ended()) {
    call.memory.kill(old);
    return 0;
  }
  Address fresh = call.allocate(size);
  call.memory.forget(fresh);
  if (!fresh || !old)
    return fresh;
  call.memory.move(fresh, old, std::min(size, call.memory.find(old)->size));
  call.memory.kill(old);
  return fresh;
}

Bits end_program(LibraryCall &call) {
  call.exit(static_cast<std::int32_t>(call.integer(0)));
  return 0;
}

Bits leave_at_once(LibraryCall &call) {
  call.state.is_left_at_once = true;
  return end_program(call);
}

Bits atexit(LibraryCall &call) {
  call.state.at_exit.push_back(call.address(0));
  return 0;
}

Bits abort(LibraryCall &call) {
  call.trap(ir::CheckKind::Abort);
  return 0;
}

// The program has no environment.
Bits getenv(LibraryCall &) { return 0; }

Bits error_number(LibraryCall &call) { return call.state.error_number; }

constexpr LibraryFunction standard_table[] = {
    {"atoi", atoi},
    {"atol", atoi},
    {"atoll", atoll},
    {"strtol", strtol},
    {"strtoll", strtoll},
    {"__isoc23_strtol", strtol},
    {"__isoc23_strtoll", strtoll},
    {"strtoul", strtoul},
    {"strtoull", strtoull},
    {"__isoc23_strtoul", strtoul},
    {"__isoc23_strtoull", strtoull},
    {"atof", atof},
    {"strtod", strtod},
    {"strtof", strtof},
    {"strtold", strtold},
    {"abs", absolute},
    {"labs", absolute},
    {"llabs", absolute},
    {"malloc", malloc},
    {"calloc", calloc},
    {"realloc", realloc},
    {"free", free},
    {"exit", end_program},
    {"_exit", leave_at_once},
    {"_Exit", leave_at_once},
    {"atexit", atexit},
    {"abort", abort},
    {"__assert_fail", abort},
    {"getenv", getenv},
    {"secure_getenv", getenv},
    {"__errno_location", error_number},
};

} // namespace

std::span<const LibraryFunction> standard_functions() { return standard_table; }

} // namespace mergeproof::interp

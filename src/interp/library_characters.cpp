// <ctype.h>, in the C locale. Where the argument is neither a character nor
// EOF, C gives no meaning: that traps as the access outside the table that it
// is.
#include "interp/library_function.h"

#include <cctype>
#include <cstdio>

namespace mergeproof::interp {
namespace {

// glibc's tables begin here.
constexpr std::int64_t first = -128;

template <int (*Classify)(int)>
Bits classify(LibraryCall &call) {
  std::int64_t character = call.integer(0);
  if (character >= first && character < 256)
    return static_cast<Bits>(Classify(static_cast<int>(character)));
  call.trap(ir::CheckKind::InvalidAccess);
  return 0;
}

// toupper and tolower leave everything else as it is.
template <int (*Change)(int)>
Bits change(LibraryCall &call) {
  std::int64_t character = call.integer(0);
  bool is_known = character >= first && character < 256;
  return is_known ? static_cast<Bits>(Change(static_cast<int>(character)))
                  : static_cast<Bits>(character);
}

Bits classes(LibraryCall &call) { return call.state.classes; }
Bits lower_table(LibraryCall &call) { return call.state.lower; }
Bits upper_table(LibraryCall &call) { return call.state.upper; }

constexpr LibraryFunction character_table[] = {
    {"isalpha", classify<::isalpha>},     {"isdigit", classify<::isdigit>},
    {"isalnum", classify<::isalnum>},     {"isspace", classify<::isspace>},
    {"isupper", classify<::isupper>},     {"islower", classify<::islower>},
    {"ispunct", classify<::ispunct>},     {"isprint", classify<::isprint>},
    {"isgraph", classify<::isgraph>},     {"iscntrl", classify<::iscntrl>},
    {"isxdigit", classify<::isxdigit>},   {"isblank", classify<::isblank>},
    {"toupper", change<::toupper>},       {"tolower", change<::tolower>},
    {"__ctype_b_loc", classes},           {"__ctype_tolower_loc", lower_table},
    {"__ctype_toupper_loc", upper_table},
};

} // namespace

std::span<const LibraryFunction> character_functions() {
  return character_table;
}

} // namespace mergeproof::interp

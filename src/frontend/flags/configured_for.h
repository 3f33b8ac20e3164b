// What configure scripts ask a machine, and what they define by its answers:
//
//     HAVE_UNISTD_H     1   (the header is there)
//     HAVE_STRDUP       1   (the C library has it)
//     SIZEOF_LONG       8
//     WITH_SSL          nothing: no machine tells it
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mergeproof::frontend::flags {

struct ConfiguredFor {
  std::function<bool(const std::string &name)> has_header;   // "sys/time.h"
  std::function<bool(const std::string &name)> has_function; // "strlcpy"
};

// By its headers, and by what its C library exports: a configure script links.
ConfiguredFor this_machine();

// What the machine makes of the macro: nothing, or its value.
std::optional<std::string> value_of(std::string_view macro,
                                    const ConfiguredFor &machine);

// What is asked with "sys/time.h", "struct timeval": "SYS_TIME_H".
std::string to_macro(std::string_view name);

} // namespace mergeproof::frontend::flags

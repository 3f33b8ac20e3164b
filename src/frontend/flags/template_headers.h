// Headers that a build makes from templates of the tree: config.h from
// config.h.in. Without a build they are made up: what autoconf, CMake or Meson
// would find on this machine, as far as its headers and C library tell, and
// nothing else.
//
//     #undef HAVE_UNISTD_H     ->  #define HAVE_UNISTD_H 1   (it is there)
//     #cmakedefine WITH_SSL    ->  nothing
//     #define VERSION "@V@"    ->  #define VERSION ""
#pragma once

#include "source/tree.h"

#include <functional>
#include <map>
#include <string>

namespace mergeproof::frontend::flags {

// Of each header that the tree lacks: its template. A header is taken to lie
// where its template lies.
std::map<std::string, std::string> template_headers(const source::Tree &tree);

// What configure scripts ask a machine.
struct ConfiguredFor {
  std::function<bool(const std::string &name)> has_header;   // "sys/time.h"
  std::function<bool(const std::string &name)> has_function; // "strlcpy"
};

std::string fill_template(const std::string &text,
                          const ConfiguredFor &machine);

// The header is among those of this machine.
bool has_system_header(const std::string &name);

} // namespace mergeproof::frontend::flags

// Headers that a build makes from templates of the tree: config.h from
// config.h.in. Without a build they are made up: what autoconf, CMake or Meson
// would find on this machine, as far as its headers and C library tell, and
// nothing else.
//
//     #undef HAVE_UNISTD_H     ->  #define HAVE_UNISTD_H 1   (it is there)
//     #cmakedefine WITH_SSL    ->  nothing
//     #define VERSION "@V@"    ->  #define VERSION ""
#pragma once

#include "frontend/flags/asked_macros.h"
#include "frontend/flags/configured_for.h"
#include "source/tree.h"

#include <map>
#include <string>

namespace mergeproof::frontend::flags {

// Of each header that the tree lacks: its template. A header is taken to lie
// where its template lies, or where a script says that it is made.
std::map<std::string, std::string> template_headers(const source::Tree &tree);

// A header without a template: config.h where autoheader has yet to write
// config.h.in.
struct ScriptHeader {
  std::string script;
  AskedMacros asked;
};

// Those that the tree lacks.
std::map<std::string, ScriptHeader> script_headers(const source::Tree &tree);

std::string fill_template(const std::string &text,
                          const ConfiguredFor &machine);

} // namespace mergeproof::frontend::flags

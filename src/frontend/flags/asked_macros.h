// Macros that a build script defines in a header of which no template is there,
// as lines of the template that autoheader would write: what fill_template()
// reads.
//
//     AC_CHECK_HEADERS([sys/time.h])         #undef HAVE_SYS_TIME_H
//     AC_DEFINE([WITH_TLS], 1, [...])        #undef WITH_TLS
//     AC_CHECK_SIZEOF([long])                #undef SIZEOF_LONG
//     conf.set_quoted('PREFIX', prefix)      #define PREFIX ""
//     AH_BOTTOM([#include "x.h"])            that text
#pragma once

#include "source/tree.h"

#include <set>
#include <string>
#include <string_view>

namespace mergeproof::frontend::flags {

struct AskedMacros {
  std::set<std::string> lines;
  std::set<std::string> texts; // of AH_BOTTOM and its like: they come behind

  void add(AskedMacros other);
  std::string to_template() const;
};

AskedMacros asked_by_autoconf(std::string_view text);
AskedMacros asked_by_meson(std::string_view text);

// By the script at that path, and by that of the root where meson.build is in
// a directory below.
AskedMacros asked_by_script(const std::string &script,
                            const source::Tree &tree);

} // namespace mergeproof::frontend::flags

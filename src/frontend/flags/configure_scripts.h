// Which headers the scripts of a build say that it makes, and of what. Nothing
// is run, and nothing that a script computes is known.
//
//     AC_CONFIG_HEADERS([config.h:conf.in])          config.h of conf.in
//     configure_file(cmakeconfig.h.in config.h)      of that template
//     AC_CONFIG_HEADERS([config.h])                  of what is asked there
//     configure_file(output: 'x.h', configuration: c)
#pragma once

#include "source/tree.h"

#include <string>
#include <vector>

namespace mergeproof::frontend::flags {

struct MadeHeader {
  std::string header;    // a path, as if the build were made inside of the tree
  std::string made_from; // a template of the tree; empty: what `script` asks
  std::string script;
};

// In the order of the scripts. Headers that the tree has are among them.
std::vector<MadeHeader> headers_of_scripts(const source::Tree &tree);

} // namespace mergeproof::frontend::flags

// Macros of a project that headers of the system may ask for:
//
//     config.h  #define NDEBUG        f.c  #include "config.h"
//                                          #include <assert.h>
//
// Those with reserved names, and those that no text of the project mentions but
// where it defines them.
#pragma once

#include "scan/text_index.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

// Of the names `macros`, such ones. `texts`: all of the project.
std::set<NameId> system_macros(std::set<NameId> macros,
                               const std::vector<const TextFile *> &texts,
                               const NameTable &names);

// "_GNU_SOURCE", "_POSIX_C_SOURCE".
bool asks_of_glibc(const std::string &macro);

} // namespace mergeproof::scan

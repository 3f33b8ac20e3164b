// The part of a version's harness that is made for it: how to call the unit,
// which globals to set and to look at, and stubs for what it does not define.
#pragma once

#include "check/toolchain.h"
#include "check/type_table.h"
#include "check/used_globals.h"

#include <string>
#include <vector>

namespace mergeproof::check {

// A global of the driver's table, in the table's order.
struct DriverGlobal {
  std::string id;
  std::string label; // "global count"
  const ir::Global *global = nullptr;
  bool is_observed = false;
};

struct Driver {
  std::string text;
  TypeTable types; // as numbered in the text
  std::vector<DriverGlobal> globals;
  std::vector<Renaming> renamings; // to apply to the version's objects
};

// Before the name of a static function: the symbol that holds its address.
inline constexpr const char *address_of_static = "mergeproof_address_of_";

// `symbols`: what the version's objects define and need; `callers`: see
// verdict::Question, or null.
support::Result<Driver> make_driver(const verdict::VersionOfUnit &version,
                                    const std::set<std::string> &used,
                                    const Symbols &symbols,
                                    const ir::Program *callers);

// Whether calls of this undefined function go to the C library.
bool is_library_function(const std::string &name);

} // namespace mergeproof::check

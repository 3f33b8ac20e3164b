// The types that a driver needs, as C text: a table from which the runtime
// walks memory, and definitions of the types that are passed by value.
//
// Types are written by their structure, never by their spelling: the driver is
// a translation unit of its own and knows none of the program's declarations.
// The same structure is passed the same way.
#pragma once

#include "ir/type.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::check {

class TypeTable {
public:
  // The number of the type in the table; adds it and all that it reaches.
  int index_of(const ir::Type *type);

  // The same for a type that may not be in the table: -1 then.
  int find(const ir::Type *type) const {
    auto found = indices_.find(type);
    return found == indices_.end() ? -1 : found->second;
  }

  // A C type that is passed as `type` is: "int", "void *", "struct t7".
  std::string passed_as(const ir::Type *type);

  // Definitions for passed_as, then mp_types and mp_fields.
  std::string text() const;

private:
  std::string scalar_text(const ir::Type &type) const;
  std::string member_text(const ir::Type &type, const std::string &name);
  void define(const ir::Type *type, const std::string &name);
  std::string fields_text(const ir::Type &type);

  std::map<const ir::Type *, int> indices_;
  std::vector<const ir::Type *> types_;
  std::map<const ir::Type *, std::string> names_; // of structs by value
  std::string definitions_;
};

} // namespace mergeproof::check

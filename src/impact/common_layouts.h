// One layout for structs that versions declare with other members: as if every
// version had the members of all, and never named those that it lacks.
//
//   CommonLayouts common = make_common_layouts(programs);
//   if (!common.names.empty()) { ... read again with common.of_version[v] ... }
//
// A member is the same in two versions if it has the same name and type. What a
// function does is the same under both layouts as long as it only names
// members: that is for those to see who read with these layouts
// (ir::LayoutDependence).
//
// Not in it: what is the same in all versions, has bit-fields, ends in an array
// without a length in some versions only or with padding behind where that
// begins, is declared differently in two files of one version, or would lie in
// itself as one version has a in b and another b in a. SafeMerge has this for
// free, as Java's fields are names (its section 3.1 takes them for variables);
// C's are places.
#pragma once

#include "ir/layout.h"
#include "ir/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::impact {

struct CommonLayouts {
  std::set<std::string> names; // of the structs and unions, as spelled
  std::vector<ir::RecordLayouts> of_version;
};

// Whether it is one of the records, or has one in it, or a pointer to one, at
// whatever depth.
bool leads_to_any(const ir::Type &type, const std::set<std::string> &names);

// The records that versions declare with other members, or at other places.
class DifferingRecords {
public:
  explicit DifferingRecords(const std::vector<const ir::Program *> &versions);

  bool is_empty() const { return types_.empty(); }
  // Whether it is one of them, or has one in it.
  bool concerns(const ir::Type &type) const { return find(type) != nullptr; }
  // Of one that is concerned: the name of a record because of which it is.
  const std::string &name_of(const ir::Type &type) const { return *find(type); }
  // Whether these bytes are of one member in all versions, or no part of a
  // record that differs.
  bool is_one_member(const ir::Type &type, std::uint64_t offset,
                     std::uint64_t size) const;
  // How a version lays it out; 0: it does not have it.
  std::uint64_t hash(const std::string &name, std::size_t version) const;

private:
  const std::string *find(const ir::Type &type) const; // or null
  bool is_same_everywhere(const ir::Type &record, const ir::Field &field) const;

  // By name, of each version, or null.
  std::map<std::string, std::vector<const ir::Type *>> types_;
  mutable std::map<const ir::Type *, const std::string *> found_;
};

// Names of records that the units of one program do not all take for the same:
// two files declare them differently, or declare a variable or a function,
// which has to do with one, with another type.
std::set<std::string>
mistaken_records(const std::vector<const ir::Program *> &units);

// `left_out`: these stay as they are.
CommonLayouts
make_common_layouts(const std::vector<const ir::Program *> &versions,
                    const std::set<std::string> &left_out = {});

} // namespace mergeproof::impact

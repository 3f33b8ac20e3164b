// Functions that nobody but their callers can see, and about which only these
// can be asked. Those that the base does not have: a helper that one parent
// made out of the text of another function. What it does by itself may differ
// from what it did in that parent, and rightly so, where another parent changed
// what it uses:
//
//     O: f() {x > 10}   A: f() {is_more(x)}  is_more(x) {x > LIMIT}, LIMIT 10
//     B: LIMIT 20, and uses it in f()
//
// And those that take other parameters, or give another result, in some
// version: no call of them is the same in all.
//
// So their callers are asked, and they are kept where these are. So is any
// other function that only its callers see; but it is asked itself before.
#pragma once

#include "impact/triage.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::impact {

struct PrivateUnit {
  const Unit *unit = nullptr;
  std::vector<ir::Symbol> callers; // in the merge, by id; not itself
  bool is_new = true;              // the base does not have it
  bool takes_another = true;       // arguments or results, in some version

  // What it does by itself says nothing.
  bool is_asked_last() const { return is_new || takes_another; }
};

// Of `units`, those that are static, in a file that nobody includes as a
// header, and reached by direct calls alone, in every version that has them. In
// the order given. `hides_names`: whether code of that version may name
// functions of that file where nothing else here sees it: in assembly, or in
// what could not be read or lowered.
using HidesNames =
    std::function<bool(std::size_t version, const std::string &path)>;
std::vector<PrivateUnit>
find_private_units(const std::vector<AnalysedVersion> &versions,
                   const std::vector<const Unit *> &units,
                   const source::FileTable &files,
                   const HidesNames &hides_names);

// Those that only `kept` functions, and each other, call.
std::vector<PrivateUnit> find_kept(std::vector<PrivateUnit> units,
                                   const std::set<ir::Symbol> &kept);

} // namespace mergeproof::impact

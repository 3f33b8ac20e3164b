// Names that macros put together:
//
//     #define GET(n) V_##n
//     int f(void) { return GET(one); }      mentions V_one
//
// Of what stands between the first and the last piece, one name is known.
#pragma once

#include "scan/text_scan.h"

#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergeproof::scan {

class PastedNames {
public:
  // `items`: all of a project.
  PastedNames(const std::vector<const TextItem *> &items,
              const NameTable &names);

  // What the macros among `mentions` may make of the others. Names that some
  // item defines.
  std::vector<NameId> made_of(const std::vector<NameId> &mentions) const;

private:
  // Of names with a certain begin and end: what stands between -> the name.
  using Made = std::unordered_map<NameId, NameId>;
  using Ends = std::pair<NameId, NameId>;
  void find_macros(const std::vector<const TextItem *> &items);
  void find_names(const std::vector<const TextItem *> &items,
                  const NameTable &names);

  std::map<NameId, std::set<Ends>> macros_; // also those that write others
  std::map<Ends, Made> made_;
};

} // namespace mergeproof::scan

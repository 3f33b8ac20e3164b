// Functions that several files of the tree define ("main", "usage", the stubs
// of tests): nobody knows which of them a program links, but a file that
// defines one calls its own.
#pragma once

#include "app/parse_store.h"
#include "ir/rename_functions.h"
#include "scan/mention_graph.h"
#include "scan/text_index.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct AssemblyRequest;

class OwnFunctions {
public:
  // Those that a file which was read defines, and by its text perhaps one that
  // was not.
  OwnFunctions(const AssemblyRequest &request, scan::TextIndex &index);

  // Files that were read define the function of that id differently. False: it
  // was known.
  bool add(ir::Symbol id) { return ids_.insert(id).second; }
  const std::set<ir::Symbol> &ids() const { return ids_; }

  // New ids for those that this program of a file defines: "path.c:name".
  ir::FunctionIds of(const std::string &key, const ir::Program &program) const;

private:
  void add_from(const std::string &key, scan::TextIndex &index);

  const AssemblyRequest &request_;
  std::set<std::string> read_;
  std::set<ir::Symbol> ids_;
};

} // namespace mergeproof::app

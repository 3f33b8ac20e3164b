// Functions that several files of the tree define ("main", "usage", the stubs
// of tests): nobody knows which of them a program links, but a file that
// defines one calls its own.
#pragma once

#include "app/parse_store.h"
#include "ir/rename_functions.h"
#include "scan/foreign_names.h"
#include "scan/mention_graph.h"
#include "scan/text_index.h"

#include <map>
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

  // Whether another file may define the function that this one defines: one
  // that was not read, a text that one includes, one where a condition hides it
  // or that clang rejects, or assembly.
  bool has_others(const std::string &key, const ir::Function &function);

  // The same of a constant: what it holds may be something else.
  bool has_others(const std::string &key, const ir::Global &global);

  // New ids for those that this program of a file defines: "path.c:name".
  ir::FunctionIds of(const std::string &key, const ir::Program &program) const;

private:
  void note_files();
  void note_hidden(const std::string &key, std::size_t version,
                   const ReadFile &file);
  void add_from(const std::string &key);
  bool is_hidden_in_others(const std::string &key,
                           const std::string &name) const;
  bool is_text_of_others(const std::string &key) const;

  const AssemblyRequest &request_;
  scan::TextIndex &index_;
  scan::ForeignNames assembly_;
  std::set<std::string> read_, included_;
  // Functions and variables that a file's text has and its parse does not: by
  // name, the keys.
  std::map<std::string, std::set<std::string>> hidden_;
  std::set<ir::Symbol> ids_;
  std::map<std::pair<std::string, ir::Symbol>, bool> constants_; // by key
};

} // namespace mergeproof::app

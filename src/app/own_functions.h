// Functions that several files of the tree define ("main", "usage", the stubs
// of tests): nobody knows which of them a program links, but a file that
// defines one calls its own.
#pragma once

#include "app/reading/parse_store.h"
#include "ir/rename_symbols.h"
#include "scan/foreign_names.h"
#include "scan/mention_graph.h"
#include "scan/text_index.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

struct AssemblyRequest;

// C files that others include as text, and whose static variables are there
// more than once in a program:
//
//     level.c  static int level;  static void raise(void) { level++; }
//     a.c      #include "level.c"   void a(void) { raise(); }
//     b.c      #include "level.c"   int b(void) { return level; }
//
// a() never changes what b() returns. Where all that include such a file define
// an external function of the same name, it or main(), each of them is in a
// program of its own, and its variables are there once: so they keep their ids.
class SharedTexts {
public:
  explicit SharedTexts(const AssemblyRequest &request);

  // "a.c:level" for the variable "level.c:level" of the file a.c, and
  // "a.c:raise" for the function; empty: it keeps its id.
  std::string own_id(const std::string &key, ir::Symbol id) const;

private:
  struct Unit {
    std::set<ir::Symbol> functions; // external ones that it defines
    std::set<std::string> texts;    // C files whose variables it has
  };
  static std::vector<Unit> units_of(const AssemblyRequest &request,
                                    std::size_t version);
  // What both have are copies, if one program may have both.
  void split(const Unit &a, const Unit &b);

  std::set<std::string> split_; // those whose variables are copies
};

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

  // New ids for those that this program of a file defines, "path.c:name", and
  // for its copies of what others include, too (SharedTexts).
  ir::SymbolIds of(const std::string &key, const ir::Program &program) const;

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
  SharedTexts texts_;
  scan::ForeignNames assembly_;
  std::set<std::string> read_, included_;
  // Functions and variables that a file's text has and its parse does not: by
  // name, the keys.
  std::map<std::string, std::set<std::string>> hidden_;
  std::set<ir::Symbol> ids_;
  std::map<std::pair<std::string, ir::Symbol>, bool> constants_; // by key
};

} // namespace mergeproof::app

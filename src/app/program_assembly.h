// One ir::Program for each version, put together from its parsed files.
//
// What could not be read must never look like something that is merely
// external: a function that clang could not parse in some version gets an
// opaque body there, so that nothing that reaches it is proved. One that
// several files define is its file's own, and for the other files unread.
#pragma once

#include "app/reading/parse_store.h"
#include "ir/context.h"
#include "ir/program.h"
#include "scan/file_selection.h"
#include "scan/text_index.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::app {

// The name of a file's only entry when none of its functions is known.
inline constexpr const char *whole_file = "(whole file)";

// A function that some version has and clang could not give us.
struct LostFunction {
  std::string id;
  std::string name;
  std::string file; // key path
  unsigned line = 0;
  std::string reason;
  std::set<std::size_t> versions; // in which it was lost
  // By version: where its text begins, if known.
  std::map<std::size_t, source::Span> places;
};

struct Assembly {
  std::vector<ir::Program> programs;        // by version
  std::map<std::string, LostFunction> lost; // by id
  // By version: the key path of the file that defines a function, by id.
  std::vector<std::map<std::string, std::string>> homes;
  // Key paths of the files whose definitions are in the programs.
  std::set<std::string> used;
  // Functions of the project whose files were not read or not used, and those
  // that several files define.
  std::set<std::string> unread;
  std::set<std::string> several; // of these, the last
  // By version: variables that several files define differently, with a hash of
  // all their contents; 0 where those lead to functions or variables.
  std::vector<std::map<ir::Symbol, std::uint64_t>> several_globals;
  std::set<ir::Symbol> several_constants; // of these, in some version
};

struct AssemblyRequest {
  ir::Context *context = nullptr;
  const git::MergeInput *input = nullptr;
  const ParseStore *store = nullptr;
  std::vector<std::string> keys; // of the files that were read
  // Untouched files that are there for the functions that they define. One that
  // lacks a header, or does not fit, in some version, is not used at all.
  std::map<std::string, std::set<std::string>> definitions;
  std::set<std::string> unread; // see Assembly
  // Null: nothing else of the tree matters.
  std::shared_ptr<const scan::MentionGraph> mentions;
  bool is_all_scanned = true; // false: anything may be defined elsewhere
};

// Whether the file was read in every version that has it.
bool is_read(const AssemblyRequest &request, const std::string &key);

Assembly assemble(const AssemblyRequest &request, scan::TextIndex &index);

} // namespace mergeproof::app

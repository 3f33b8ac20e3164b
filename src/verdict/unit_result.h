// What the tool finally says about one unit: after re-check and replay, ready
// to be printed. Plain data; travels between processes as JSON (report/).
#pragma once

#include "verdict/assumption.h"
#include "verdict/observation.h"
#include "verdict/path_table.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::verdict {

enum class UnitAnswer { Proved, Conflict, Unknown, NotAnalysed };

struct CodeLocation {
  std::string version; // "A"
  std::string file;
  unsigned line = 0;
  std::string text;            // the source line, without surrounding blanks
  std::string removed_by = {}; // whose change is that it has no such line
  bool operator==(const CodeLocation &) const = default;
};

// Lines of an edit without which the conflict is none.
struct BlamedEdit {
  std::string owner;   // the version that made it
  std::string version; // whose lines these are: the origin's if it only deleted
  std::string function; // its id
  std::string file;
  unsigned first = 0, last = 0;
};

struct ConfirmedConflict {
  Violation violation;
  std::map<std::string, std::string>
      inputs; // "x" -> "0", "malloc #1" -> "fails"
  // Of a sequence of calls that leads to the unit, in C; the inputs are its
  // parameters. Empty: the unit itself was called.
  std::string sequence;
  // Functions that no version defines and whose results, which their stubs
  // chose, the conflict needs: whether they return them is not known.
  std::vector<std::string> stubs;
  std::string confirmed;   // "native" or "interpreter"
  std::string test;        // path of the written test, or empty
  std::string run_command; // how to run it
  std::string no_test;     // why it was not written, although it was wanted
  std::vector<BlamedEdit> blame;       // empty: not known
  bool is_blame_needed = true;         // each edit is; else they are enough
  std::vector<CodeLocation> locations; // the changes that collide
};

struct UnitResult {
  std::string function;
  std::string id;
  std::string file;
  unsigned line = 0;
  UnitAnswer answer = UnitAnswer::Unknown;
  std::string by; // "identity", "callers", "relational", "compiler"; or none
  std::string reason; // why unknown or not analysed; for proofs what was shown
  std::string why_asked; // "changed by A and B"
  Assumptions assumptions;
  // "cvc5", "Z3 only", "cvc5 only", "Z3 or cvc5 only", "by construction";
  // empty: no proof.
  std::string recheck;
  std::vector<ConfirmedConflict> conflicts;
  std::vector<std::string> explanation; // of the last engine, one line each
  std::optional<PathTable> paths;       // where asked for
  double seconds = 0;
};

} // namespace mergeproof::verdict

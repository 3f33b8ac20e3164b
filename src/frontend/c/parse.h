// One C translation unit of one version, read by clang through the version's
// Tree, lowered to IR. No file of the disk is read but system headers.
//
// parse() never fails: broken code gives diagnostics and the functions that did
// parse; a function that did not is in `skipped` with clang's message. Lowering
// never guesses: what it does not handle is an Opaque statement with a reason.
#pragma once

#include "ir/context.h"
#include "ir/layout.h"
#include "ir/program.h"
#include "source/diagnostic.h"
#include "source/tree.h"
#include "source/unknown_names.h"
#include "support/baton.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::frontend::c {

// What accesses of volatile objects become. The world may change and watch such
// an object at any time, so each is an event; where it is known to do neither
// they are plain accesses.
enum class Volatiles { Events, Plain };

// Of the lines of a file of the tree, what __LINE__ is there; null: their own.
using LineNumbersOf =
    std::function<const std::vector<unsigned> *(const std::string &path)>;

// Of the file, that will be read next, with the same flags.
struct OtherVersion {
  const source::Tree *tree = nullptr;
  LineNumbersOf line_numbers; // may be empty
};

class Preambles;
class SharedBodies;

struct ParseRequest {
  const source::Tree *tree = nullptr;
  std::string path;     // in that tree
  std::string key_path; // the path used in ids, the same in every version
  std::vector<std::string> flags; // clang's, relative to the tree's root;
                                  // without the compiler, -c, -o and the file
  bool wants_preprocessed = false;
  Volatiles volatiles = Volatiles::Events;
  bool is_whole_program = false; // what it calls is lowered, too, or the C
                                 // library's
  bool checks_alignment = false; // of what pointers lead to
  // Names that other files of the program define, though the C library has
  // them: none of them is taken for the library's. Null: none.
  const std::set<std::string> *own_functions = nullptr;
  // Where what the tree lacks is read from the disk, for the paths that lead
  // out of it, too; empty: nowhere.
  std::string disk_directory;
  LineNumbersOf line_numbers; // may be empty
  // How structs are laid out, or null: all as the target does it. Nothing is
  // shared through a preamble then.
  const ir::RecordLayouts *layouts = nullptr;
  // What versions of the file share, or null: versions/preambles.h and
  // versions/shared_bodies.h.
  Preambles *preambles = nullptr;
  SharedBodies *bodies = nullptr;
  // What is likely to be asked for with `bodies` afterwards.
  std::vector<OtherVersion> others;
  // Where several threads read into one context: the caller holds it, and it is
  // laid down while clang is at work. `tree` and `line_numbers` are asked
  // without it. Null: there is one reader.
  support::Baton *baton = nullptr;
  unsigned readers = 1; // how many there are
};

struct SkippedFunction {
  std::string name;
  std::string reason;
  source::Span span;
};

struct ParsedUnit {
  ir::Program program;
  std::string failure;     // why nothing was read at all; empty: it was
  bool is_lowered = false; // clang came to its end
  std::vector<source::Diagnostic> diagnostics; // in clang's order
  std::vector<SkippedFunction> skipped;
  std::vector<std::string> includes; // files of the tree that were read, sorted
  std::vector<std::string> missing_includes; // as written
  std::vector<std::string> probed_includes;  // that __has_include asked for
  source::UnknownNames unknown;              // where a header is missing
  bool has_fitting_layouts = true; // false: structs cannot lie as wanted
  bool uses_line_numbers = false;  // a number of ParseRequest::line_numbers
  // By tree file: a hash of what the conditions of the preprocessor leave out
  // between its functions, of assembly there, and of what clang rejects.
  std::map<std::string, std::uint64_t> left_out;
  // By tree file: of the latter two alone.
  std::map<std::string, std::uint64_t> rejected;
  // By word of assembly between functions: of the blocks that have it.
  std::map<std::string, std::uint64_t> assembled;
  // The unit after preprocessing, with line markers and without any further
  // need of the tree; when wanted.
  std::string preprocessed;

  // Whether clang said that something is wrong.
  bool has_errors() const;
};

ParsedUnit parse(ir::Context &context, const ParseRequest &request);

// Whether they ask for a 32-bit program: the last of -m32 and -m64 counts.
bool are_narrow(const std::vector<std::string> &flags);

// The functions of the C library that are lowered to more than calls, and those
// of them that are given texts, or characters.
const std::set<std::string> &lowered_library();
std::set<std::string> text_functions();
std::set<std::string> character_functions();

} // namespace mergeproof::frontend::c

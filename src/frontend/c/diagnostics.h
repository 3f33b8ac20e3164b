// Keeps what clang says, as source::Diagnostic, and where: after parsing it can
// tell which function definition a diagnostic stands in and which are broken.
#pragma once

#include "source/diagnostic.h"

#include <clang/Basic/Diagnostic.h>

#include <string>
#include <vector>

namespace mergeproof::frontend::c {

// A function definition's text, in one file.
struct FunctionRange {
  clang::FileID file;
  unsigned begin = 0; // offsets; `end` is the closing brace's
  unsigned end = 0;
  std::string name;
};

// The same of a file that was read before, in a preamble.
struct NamedRange {
  std::string path;
  unsigned begin = 0, end = 0;
  std::string name;
};

class DiagnosticCollector : public clang::DiagnosticConsumer {
  struct Kept {
    source::Diagnostic diagnostic;
    clang::FileID file; // invalid: of a preamble
    unsigned offset = 0;
  };
  struct Fault {     // every error, also those beyond max_kept
    unsigned id = 0; // clang's
    clang::FileID file;
    std::string path;
    unsigned offset = 0;
    std::string message;
  };

public:
  static constexpr std::size_t max_kept = 2000;

  // What was said of a preamble.
  struct Record {
    std::vector<Kept> kept;
    std::vector<Fault> faults;
    std::vector<std::string> missing;
    // Whether nothing is missing, and nothing is of flags and said anyway;
    // notes lead to flags, too.
    bool is_complete() const;
  };

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  // Forgets what was said of that file. Whether there was an error, and whether
  // something was about what stands behind that place.
  struct Forgotten {
    bool has_error = false, is_behind = false;
  };
  Forgotten forget(clang::FileID file, unsigned offset);

  // Fills in `function` of every diagnostic. Ranges do not overlap.
  void assign_functions(const std::vector<FunctionRange> &ranges);
  void assign_functions(const std::vector<NamedRange> &ranges);
  // The first error in that range of a file; empty when there is none.
  std::string first_error(const FunctionRange &range,
                          const std::string &path) const;

  bool has_errors() const { return !faults_.empty(); }
  // Of errors in files of this reading, in the order in which they were found;
  // without headers that are missing.
  struct Place {
    clang::FileID file;
    unsigned offset = 0;
  };
  std::vector<Place> error_places() const;

  std::vector<source::Diagnostic> take() &&;
  Record record() &&;
  // Before any file is read; for clang it is as if it had been said.
  void say_again(const Record &record, clang::DiagnosticsEngine &engine);
  const std::vector<std::string> &missing_includes() const { return missing_; }

private:
  void keep(Kept kept);

  std::vector<Kept> kept_;
  std::vector<Fault> faults_;
  std::vector<std::string> missing_;
  bool is_note_wanted_ = false;
  bool is_deaf_ = false;
};

} // namespace mergeproof::frontend::c

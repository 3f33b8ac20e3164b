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
public:
  static constexpr std::size_t max_kept = 2000;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  // Fills in `function` of every diagnostic. Ranges do not overlap.
  void assign_functions(const std::vector<FunctionRange> &ranges);
  void assign_functions(const std::vector<NamedRange> &ranges);
  // The first error in that range; empty when there is none.
  std::string first_error(const FunctionRange &range) const;

  bool has_errors() const { return !faults_.empty(); }
  bool is_empty() const { return kept_.empty(); }

  std::vector<source::Diagnostic> take() &&;
  const std::vector<std::string> &missing_includes() const { return missing_; }

private:
  struct Kept {
    source::Diagnostic diagnostic;
    clang::FileID file;
    unsigned offset = 0;
  };
  struct Fault { // every error, also those beyond max_kept
    clang::FileID file;
    unsigned offset = 0;
    std::string message;
  };
  void keep(Kept kept);

  std::vector<Kept> kept_;
  std::vector<Fault> faults_;
  std::vector<std::string> missing_;
  bool is_note_wanted_ = false;
};

} // namespace mergeproof::frontend::c

// Something odd about the analysed program, said by its compiler or by us.
// Never stops a run: it stands beside a partial result.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace mergeproof::source {

enum class Severity { Note, Warning, Error, Fatal };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string path; // relative to the root; system headers are absolute
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string category; // clang's flag ("implicit-function-declaration") or its
                        // diagnostic's name for errors without a flag
  std::string message;
  std::string function;  // the function definition it stands in, or empty
  std::string line_text; // the source line, without leading and trailing blanks
  auto operator<=>(const Diagnostic &) const = default;
};

} // namespace mergeproof::source

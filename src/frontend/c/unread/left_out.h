// Text that the conditions of the preprocessor leave out: nobody parses it, so
// no verdict is about it, and whether it is the same in all versions has to be
// asked of its tokens. Layout and comments do not count.
#pragma once

#include "frontend/c/diagnostics.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
class PPCallbacks;
class SourceManager;
} // namespace clang

namespace mergeproof::frontend::c {

class LeftOut {
public:
  struct Extent {
    unsigned begin = 0, end = 0;
  };
  // What was heard of files that were read before, in a preamble: by path.
  struct Record {
    // Of headers, what is left out of functions.
    std::map<std::string, std::vector<Extent>> skipped;
    std::map<std::string, std::uint64_t> hashes; // without the main file
    std::vector<std::string> probed;
  };

  LeftOut() = default;
  explicit LeftOut(const Record *before) : before_(before) {}

  // What the preprocessor has to be given; it must not outlive this.
  std::unique_ptr<clang::PPCallbacks>
  listen(const clang::SourceManager &sources);

  // Of what is left out inside a function, and of the conditions there that
  // decide it; 0 when there is no condition.
  std::uint64_t hash_in(const FunctionRange &range,
                        const clang::LangOptions &language) const;

  // By tree file: of what is left out between functions.
  std::map<std::string, std::uint64_t>
  hash_outside(const std::vector<FunctionRange> &functions,
               const clang::LangOptions &language) const;

  // Names that __has_include asked for.
  const std::vector<std::string> &probed() const { return probed_; }

  // Whether a condition left that place out.
  bool is_left_out(clang::FileID file, unsigned offset) const;

  // To be passed on, of a preamble with these functions, no two of which have
  // the same place.
  Record record(const std::vector<FunctionRange> &functions,
                const clang::LangOptions &language) const;

private:
  class Listener;
  const std::vector<Extent> &extents_of(clang::FileID file) const;
  bool has_directive(const FunctionRange &range) const;

  const clang::SourceManager *sources_ = nullptr;
  std::map<clang::FileID, std::vector<Extent>> skipped_; // in order
  std::vector<std::string> probed_;
  const Record *before_ = nullptr;
};

} // namespace mergeproof::frontend::c

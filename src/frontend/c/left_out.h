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

private:
  class Listener;
  struct Extent {
    unsigned begin = 0, end = 0;
  };
  bool is_left_out(clang::FileID file, unsigned offset) const;
  bool has_directive(const FunctionRange &range) const;

  const clang::SourceManager *sources_ = nullptr;
  std::map<clang::FileID, std::vector<Extent>> skipped_; // in order
  std::vector<std::string> probed_;
};

} // namespace mergeproof::frontend::c

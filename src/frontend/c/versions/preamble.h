// What Preambles keep of one preamble.
#pragma once

#include "frontend/c/diagnostics.h"
#include "frontend/c/parse.h"
#include "frontend/c/unread/broken_text.h"
#include "frontend/c/unread/left_out.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class PrecompiledPreamble;
}

namespace mergeproof::frontend::c {

struct Preamble {
  Preamble();
  ~Preamble();

  ParseRequest request; // that it was made for; the tree must live
  std::string text;     // of the main file
  std::unique_ptr<clang::PrecompiledPreamble> compiled; // null: not to be used
  std::set<std::string> includes; // files of the tree, without the main one
  LeftOut::Record left_out;
  RejectedText rejected; // of headers
  DiagnosticCollector::Record said;
  std::vector<NamedRange> functions; // that headers define
  bool has_roots = false;            // headers define what others may use
};

} // namespace mergeproof::frontend::c

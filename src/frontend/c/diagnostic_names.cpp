#include "frontend/c/diagnostic_names.h"

#include "frontend/c/clang_headers.h"

#include <clang/Basic/AllDiagnostics.h>

#include <unordered_map>

namespace mergeproof::frontend::c {
namespace {

using NamesByNumber = std::unordered_map<unsigned, const char *>;

NamesByNumber make_names() {
  return {
#define DIAG(ENUM, ...) {clang::diag::ENUM, #ENUM},
#include <clang/Basic/DiagnosticASTKinds.inc>
#include <clang/Basic/DiagnosticAnalysisKinds.inc>
#include <clang/Basic/DiagnosticCommonKinds.inc>
#include <clang/Basic/DiagnosticFrontendKinds.inc>
#include <clang/Basic/DiagnosticLexKinds.inc>
#include <clang/Basic/DiagnosticParseKinds.inc>
#include <clang/Basic/DiagnosticSemaKinds.inc>
#undef DIAG
  };
}

} // namespace

std::string diagnostic_category(unsigned id) {
  llvm::StringRef flag = clang::DiagnosticIDs::getWarningOptionForDiag(id);
  if (!flag.empty())
    return flag.str();
  static const NamesByNumber names = make_names();
  auto found = names.find(id);
  if (found == names.end())
    return "error";
  llvm::StringRef name = found->second;
  for (llvm::StringRef prefix : {"err_", "ext_", "warn_", "fatal_", "note_"})
    if (name.consume_front(prefix))
      break;
  return name.str();
}

} // namespace mergeproof::frontend::c

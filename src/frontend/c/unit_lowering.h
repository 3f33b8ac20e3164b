// Lowers what a translation unit defines, and what that refers to.
#pragma once

#include "frontend/c/diagnostics.h"
#include "frontend/c/parse.h"
#include "frontend/c/unit.h"
#include "frontend/c/unread/left_out.h"

#include <vector>

namespace clang {
class Decl;
}

namespace mergeproof::frontend::c {

struct Preamble;

// Where a definition stands.
FunctionRange range_of(const clang::SourceManager &sources,
                       const clang::FunctionDecl &function);

// Whether others may use what the declaration of a header defines, so that it
// is lowered though nothing here uses it.
bool is_root(const clang::Decl &decl);

// Functions that clang found errors in are declared only, and listed in
// `skipped` of what was parsed.
// `preamble`: that the unit was read with, or null.
void lower_unit(Unit &unit, DiagnosticCollector &diagnostics,
                const LeftOut &left_out, const Preamble *preamble,
                ParsedUnit &parsed);

} // namespace mergeproof::frontend::c

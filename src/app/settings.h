// What a project says of itself in .mergeproof.toml.
//
//     [functions]            # old name = new name, where mergeproof errs
//     scan_int = "parse_number"
//     "src/a.c:helper" = "src/b.c:helper"
//     legacy = ""            # is none of the new ones
#pragma once

#include "impact/function_match.h"
#include "source/tree.h"
#include "support/result.h"

namespace mergeproof::app {

struct Settings {
  impact::GivenMatches functions;
};

// From the nearest .mergeproof.toml in the working directory or above it; else
// the one of the merge's tree; else none. Error: it cannot be read, is no TOML,
// or has a key that is not known.
support::Result<Settings> read_settings(const source::Tree &merge);

} // namespace mergeproof::app

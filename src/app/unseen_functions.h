// Functions that stand in a file and that clang did not come to, because it
// rejects code between functions (`extern "C" {`, a brace that is missing).
#pragma once

#include "app/program_assembly.h"
#include "app/reading/parse_store.h"
#include "scan/text_index.h"

#include <string>
#include <vector>

namespace mergeproof::app {

// By its text; of a file that was read. None where clang rejects nothing.
std::vector<LostFunction> unseen_functions(const std::string &key,
                                           const ReadFile &file,
                                           const source::Tree &tree,
                                           scan::TextIndex &index);

} // namespace mergeproof::app

// The stable names of clang's diagnostics: what follows -W for a warning, the
// name in clang's tables ("err_undeclared_var_use" without "err_") otherwise.
#pragma once

#include <string>

namespace mergeproof::frontend::c {

std::string diagnostic_category(unsigned id);

} // namespace mergeproof::frontend::c

// Makes the flat form of a function.
#pragma once

#include "interp/code.h"

#include <memory>

namespace mergeproof::interp {

std::unique_ptr<Code> compile(const ir::Function &function,
                              const Layout &layout);

} // namespace mergeproof::interp

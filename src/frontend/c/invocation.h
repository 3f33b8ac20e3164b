// The compiler invocation that reads a ParseRequest: the request's flags as
// clang's driver understands them, the warnings that tell broken merges, and no
// output, no dependency files, no precompiled headers.
#pragma once

#include "frontend/c/parse.h"

#include <llvm/ADT/IntrusiveRefCntPtr.h>

#include <memory>

namespace clang {
class CompilerInvocation;
}
namespace llvm::vfs {
class FileSystem;
}

namespace mergeproof::frontend::c {

// The flag that asks for another target than x86-64 Linux and its -m32, or for
// what clang does not do; empty: none does.
std::string other_target(const std::vector<std::string> &flags);

// Null when the flags cannot be understood at all.
std::shared_ptr<clang::CompilerInvocation>
make_invocation(const ParseRequest &request,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace mergeproof::frontend::c

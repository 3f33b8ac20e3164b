// What a replay's programs are made for: this machine, or its 32-bit mode.
#pragma once

#include "check/replay.h"

#include <string>
#include <vector>

namespace mergeproof::check {

class Sandbox;
class Toolchain;

enum class Target { Host, Narrow };

// Error: some versions are made for the one and some for the other.
support::Result<Target> target_of(const std::vector<ReplaySource> &sources);

// What starts a program: nothing, or an emulator for what the kernel does not
// run itself.
using Starter = std::vector<std::string>;

// Tried once. `directory`, which the sandbox shows, takes a program. Error: its
// programs are not built or not run here, and what to do about it.
support::Result<Starter> starter_of(Target target, const Toolchain &tools,
                                    const Sandbox &sandbox,
                                    const std::string &directory);

} // namespace mergeproof::check

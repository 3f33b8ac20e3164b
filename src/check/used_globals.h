// The globals that a unit can see or change in any version: those that
// functions it can reach mention. Only these are inputs and observables of a
// replay.
#pragma once

#include "verdict/question.h"

#include <functional>
#include <set>
#include <string>

namespace mergeproof::check {

std::set<std::string> used_globals(const verdict::Question &question);

// A static one that no code of its program writes, nor takes the address of: it
// holds its initial value for ever.
bool is_only_read(const ir::Program &program, const ir::Global &global);

// Functions of one version that its unit can reach, itself included; not those
// that are left out, nor what only these reach.
using IsLeftOut = std::function<bool(const ir::Function &)>;
std::set<const ir::Function *>
reached_functions(const verdict::VersionOfUnit &version,
                  const IsLeftOut &is_left_out = {});

} // namespace mergeproof::check

// The globals that a unit can see or change in any version: those that
// functions it can reach mention. Only these are inputs and observables of a
// replay.
#pragma once

#include "verdict/question.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::check {

std::set<std::string> used_globals(const verdict::Question &question);

// A static one that no code of its program writes, nor takes the address of: it
// holds its initial value for ever.
bool is_only_read(const verdict::VersionOfUnit &version,
                  const ir::Global &global);

// Functions of one version that its unit can reach, itself included; not those
// that are left out, nor what only these reach.
std::vector<const ir::Function *>
reached_functions(const verdict::VersionOfUnit &version,
                  const verdict::CodeIndex::IsLeftOut &is_left_out = {});

} // namespace mergeproof::check

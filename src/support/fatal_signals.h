// What must not outlive this process when it is told to stop: the process
// groups of its children and its private directories.
//
// A registration belongs to the process that made it: a forked child that gets
// a signal, or returns, leaves its parent's alone. The first registration
// installs handlers for SIGINT, SIGTERM and SIGHUP where the default action
// stands; they kill, remove and exit with 128 + the signal's number. A program
// with handlers of its own calls clean_up() from them: it is async-signal-safe.
#pragma once

#include <string>
#include <sys/types.h>

namespace mergeproof::support {

// Slots, for unregistering; -1 when the table is full (then nothing is kept).
int register_group(pid_t group);
void unregister_group(int slot);
int register_directory(const std::string &path);
void unregister_directory(int slot);

void clean_up();

} // namespace mergeproof::support

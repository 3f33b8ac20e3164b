// Processes that outlived the process that started them: they become children
// of this one, and can be ended.
#pragma once

#include <set>
#include <sys/types.h>

namespace mergeproof::app {

// From now on orphans below this process become its children.
void adopt_orphans();

std::set<pid_t> children();

// Ends and reaps every child but those in `kept`, until none is left.
void end_children(const std::set<pid_t> &kept);

} // namespace mergeproof::app

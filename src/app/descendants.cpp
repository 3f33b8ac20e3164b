#include "app/descendants.h"

#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::app {
namespace {

namespace fs = std::filesystem;

// "pid (name) state parent …"; the name may hold anything.
pid_t parent_of(const std::string &pid) {
  std::ifstream in("/proc/" + pid + "/stat");
  std::string line;
  std::getline(in, line);
  std::size_t close = line.rfind(')');
  if (close == std::string::npos || close + 4 > line.size())
    return 0;
  return static_cast<pid_t>(std::atol(line.c_str() + close + 4));
}

} // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::set<pid_t> children() {
  std::set<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end;
       !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename();
    if (std::isdigit(static_cast<unsigned char>(name[0])) &&
        parent_of(name) == getpid())
      found.insert(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

void end_children(const std::set<pid_t> &kept) {
  for (int round = 0; round < 20; round++) {
    bool is_empty = true;
    for (pid_t child : children())
      if (!kept.contains(child)) {
        is_empty = false;
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
      }
    if (is_empty)
      return;
  }
}

} // namespace mergeproof::app

#include "support/fatal_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::support {
namespace {

constexpr pid_t is_free = 0;
constexpr pid_t is_being_filled = -1;

struct GroupSlot {
  std::atomic<pid_t> owner{is_free};
  std::atomic<pid_t> group{0};
};

struct DirectorySlot {
  std::atomic<pid_t> owner{is_free};
  char path[4096] = {};
};

std::array<GroupSlot, 1024> groups;
std::array<DirectorySlot, 64> directories;

template <typename Slots>
int take_slot(Slots &slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    pid_t expected = is_free;
    if (slots[i].owner.compare_exchange_strong(expected, is_being_filled))
      return static_cast<int>(i);
  }
  return -1;
}

void remove_tree(const char *path) {
  // _Fork: fork() takes locks that the interrupted code may hold.
  const pid_t child = _Fork();
  if (child == 0) {
    execl("/bin/rm", "rm", "-rf", "--", path, static_cast<char *>(nullptr));
    _exit(127);
  }
  if (child > 0)
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

void on_fatal_signal(int signal) {
  clean_up();
  _exit(128 + signal);
}

void install_handlers() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old = {};
    if (sigaction(signal, nullptr, &old) != 0 || old.sa_handler != SIG_DFL)
      continue;
    struct sigaction action = {};
    action.sa_handler = on_fatal_signal;
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

void install_handlers_once() {
  static std::once_flag once;
  std::call_once(once, install_handlers);
}

} // namespace

int register_group(pid_t group) {
  install_handlers_once();
  const int slot = take_slot(groups);
  if (slot < 0)
    return slot;
  groups[slot].group = group;
  groups[slot].owner = getpid();
  return slot;
}

void unregister_group(int slot) {
  if (slot >= 0)
    groups[slot].owner = is_free;
}

int register_directory(const std::string &path) {
  install_handlers_once();
  if (path.size() >= sizeof(DirectorySlot::path))
    return -1;
  const int slot = take_slot(directories);
  if (slot < 0)
    return slot;
  std::memcpy(directories[slot].path, path.c_str(), path.size() + 1);
  directories[slot].owner = getpid();
  return slot;
}

void unregister_directory(int slot) {
  if (slot >= 0)
    directories[slot].owner = is_free;
}

void clean_up() {
  const pid_t self = getpid();
  for (GroupSlot &slot : groups)
    if (slot.owner == self)
      kill(-slot.group, SIGKILL);
  for (DirectorySlot &slot : directories)
    if (slot.owner == self)
      remove_tree(slot.path);
}

} // namespace mergeproof::support

// A running program with pipes to its three standard streams.
//
// It leads a process group of its own, which the destructor kills (SIGKILL) and
// reaps when the program has not ended yet, and which a fatal signal kills too.
// A forked copy of this process closes its descriptors and lets the program
// run. All descriptors are close-on-exec, so no other child holds them open.
#pragma once

#include "support/result.h"
#include "support/subprocess.h"

#include <optional>
#include <string_view>
#include <sys/types.h>

namespace mergeproof::support {

// Closes a descriptor once; -1 is none.
class Descriptor {
public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd_(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    reset(other.release());
    return *this;
  }
  ~Descriptor() { reset(); }
  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int release();
  void reset(int fd = -1);

private:
  int fd_;
};

// write(2) that neither raises SIGPIPE nor stops at EINTR.
ssize_t write_quietly(int fd, std::string_view bytes);

class ChildProcess {
public:
  // argv, directory, environment and max_memory of the command are used. Error:
  // the program cannot be started; the message says why.
  static Result<ChildProcess> start(const Command &command);

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess();

  Descriptor in;  // writing end of its standard input
  Descriptor out; // reading ends
  Descriptor err;

  bool has_ended() const; // not reaped yet
  void kill_group() const;
  // Waits for the end, kills what is left of the group, gives waitpid's status.
  int reap();

private:
  ChildProcess(pid_t pid, int slot);
  int wait() noexcept;
  pid_t pid_; // 0: reaped or moved away
  int slot_;
  pid_t owner_; // the process that started it
};

} // namespace mergeproof::support

#include "support/subprocess.h"

#include "support/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mergeproof::support {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds slice{50};

enum class Flow : std::uint8_t { Open, Closed, Blocked };

// Moves bytes between a child's pipes and a Completed until the child has ended
// or the time is up.
class Pump {
public:
  Pump(ChildProcess &child, const Command &command, Completed &completed)
      : child_(child), command_(command), completed_(completed),
        deadline_(Clock::now() + command.timeout) {
    for (Descriptor *pipe : {&child_.in, &child_.out, &child_.err})
      fcntl(pipe->get(), F_SETFL, O_NONBLOCK);
    if (command_.input.empty())
      child_.in.reset();
  }

  void run() {
    while (child_.out.is_open() || child_.err.is_open() ||
           child_.in.is_open()) {
      if (Clock::now() >= deadline_)
        return time_out();
      if (!wait_for_pipes() && child_.has_ended()) {
        // What is left in the group holds the pipes: it ends with its leader.
        child_.kill_group();
        return drain();
      }
      step();
    }
    wait_for_end();
  }

private:
  bool wait_for_pipes() {
    std::array<pollfd, 3> fds{pollfd{child_.in.get(), POLLOUT, 0},
                              pollfd{child_.out.get(), POLLIN, 0},
                              pollfd{child_.err.get(), POLLIN, 0}};
    const auto left = std::chrono::ceil<milliseconds>(deadline_ - Clock::now());
    const auto wait = std::clamp(left, milliseconds(0), slice);
    return poll(fds.data(), fds.size(), static_cast<int>(wait.count())) > 0;
  }

  void step() {
    write_some();
    read_some(child_.out, completed_.out);
    read_some(child_.err, completed_.err);
  }

  void write_some() {
    if (!child_.in.is_open())
      return;
    const std::string_view rest =
        std::string_view(command_.input).substr(written_);
    const ssize_t n = write_quietly(child_.in.get(), rest);
    if (n > 0)
      written_ += static_cast<std::size_t>(n);
    const bool has_failed = n < 0 && errno != EAGAIN;
    if (has_failed || written_ == command_.input.size())
      child_.in.reset(); // the child may not want all of it
  }

  Flow read_some(Descriptor &from, std::string &to) {
    if (!from.is_open())
      return Flow::Closed;
    const ssize_t n = read(from.get(), buffer_.data(), buffer_.size());
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
      return Flow::Blocked;
    if (n <= 0) {
      from.reset();
      return Flow::Closed;
    }
    const std::uint64_t room =
        command_.max_output - std::min(command_.max_output, to.size());
    to.append(buffer_.data(), std::min<std::uint64_t>(n, room));
    return Flow::Open;
  }

  void drain() {
    while (read_some(child_.out, completed_.out) == Flow::Open) {
    }
    while (read_some(child_.err, completed_.err) == Flow::Open) {
    }
  }

  void wait_for_end() {
    auto pause = std::chrono::microseconds(100);
    while (!child_.has_ended()) {
      if (Clock::now() >= deadline_)
        return time_out();
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::microseconds(10'000));
    }
  }

  void time_out() {
    completed_.timed_out = true;
    child_.kill_group();
    drain();
  }

  ChildProcess &child_;
  const Command &command_;
  Completed &completed_;
  Clock::time_point deadline_;
  std::size_t written_ = 0;
  std::array<char, 65536> buffer_;
};

} // namespace

Result<Completed> run(const Command &command) {
  Result<ChildProcess> child = ChildProcess::start(command);
  if (!child)
    return child.error();
  Completed completed;
  Pump(child.value(), command, completed).run();
  const int status = child.value().reap();
  if (WIFSIGNALED(status))
    completed.signal = WTERMSIG(status);
  else
    completed.exit_code = WEXITSTATUS(status);
  return completed;
}

std::string shell_word(const std::string &text) {
  static constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos)
    return text;
  std::string word = "'";
  for (char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

} // namespace mergeproof::support

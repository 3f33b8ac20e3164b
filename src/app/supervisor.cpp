#include "app/supervisor.h"

#include "app/descendants.h"
#include "app/stop_signals.h"
#include "support/child_process.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::app {
namespace {

using support::Descriptor;

constexpr int most_restarts = 5;
constexpr rlim_t stack_bytes = rlim_t(120) << 20; // what exec leaves room for
constexpr int grace_milliseconds = 1500;

struct Worker {
  pid_t pid = 0;
  Descriptor events;
  Descriptor ending; // readable when the worker has ended
};

void lower_limit(int resource, rlim_t value) {
  struct rlimit limit = {};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
  if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max)
    limit.rlim_cur = value;
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

void set_limits(const Work &work) {
  lower_limit(RLIMIT_STACK, stack_bytes);
  lower_limit(RLIMIT_CORE, 0);
// A shadow alone is larger than any limit.
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  if (work.max_memory > 0)
    lower_limit(RLIMIT_AS, work.max_memory);
#else
  (void)work;
#endif
}

[[noreturn]] void run_worker(const Work &work, const Setbacks &setbacks,
                             int events) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  set_limits(work);
  EventWriter writer(events);
  int code = 0;
  try {
    work.run(writer, setbacks);
    writer.done();
  } catch (const std::exception &error) {
    writer.failed(std::string("internal error: ") + error.what());
    code = 70;
  }
  fflush(nullptr);
  _exit(code);
}

support::Result<Worker> start(const Work &work, const Setbacks &setbacks,
                              const StopSignals &signals) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return support::Error{
        fmt::format("cannot make a pipe: {}", std::strerror(errno))};
  Worker worker;
  worker.events.reset(ends[0]);
  Descriptor writing(ends[1]);
  fflush(nullptr);
  worker.pid = fork();
  if (worker.pid < 0)
    return support::Error{
        fmt::format("cannot start a process: {}", std::strerror(errno))};
  if (worker.pid == 0) {
    worker.events.reset();
    signals.restore();
    signal(SIGPIPE, SIG_DFL);
    run_worker(work, setbacks, writing.get());
  }
  setpgid(worker.pid, worker.pid);
  worker.ending.reset(static_cast<int>(syscall(SYS_pidfd_open, worker.pid, 0)));
  fcntl(worker.events.get(), F_SETFL, O_NONBLOCK);
  return worker;
}

// False when there is nothing to read now.
bool read_some(const Worker &worker, RunRecord &record) {
  char buffer[65536];
  ssize_t size = read(worker.events.get(), buffer, sizeof buffer);
  if (size > 0)
    record.feed({buffer, static_cast<std::size_t>(size)});
  return size > 0;
}

bool has_ended(const Worker &worker, int &status) {
  return waitpid(worker.pid, &status, WNOHANG) == worker.pid;
}

// Waits for events or the end; a signal cuts the wait short.
void wait_for_news(const Worker &worker, int milliseconds) {
  struct pollfd polled[2] = {{worker.events.get(), POLLIN, 0},
                             {worker.ending.get(), POLLIN, 0}};
  bool has_ending = worker.ending.is_open();
  poll(polled, has_ending ? 2 : 1, milliseconds);
}

// The worker cleans up after itself on SIGTERM; then everything is killed.
void stop(const Worker &worker, RunRecord &record) {
  kill(worker.pid, SIGTERM);
  int status = 0;
  for (int waited = 0; waited < grace_milliseconds; waited += 50) {
    if (has_ended(worker, status))
      return;
    wait_for_news(worker, 50);
    while (read_some(worker, record)) {
    }
  }
  kill(-worker.pid, SIGKILL);
  waitpid(worker.pid, &status, 0);
}

std::string describe(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

// Measures how long clang has been at the same files.
class ReadingClock {
public:
  // One that took longer, or none.
  std::optional<VersionedFile> find_over(const RunRecord &record,
                                         unsigned seconds) {
    auto now = std::chrono::steady_clock::now();
    std::erase_if(since_, [&](const auto &entry) {
      return !record.reading.contains(entry.first);
    });
    for (const VersionedFile &file : record.reading)
      if (now - since_.try_emplace(file, now).first->second >
          std::chrono::seconds(seconds))
        return file;
    return std::nullopt;
  }

private:
  std::map<VersionedFile, std::chrono::steady_clock::time_point> since_;
};

struct EndOfWorker {
  bool was_told_to_stop = false;
  std::string how; // "signal 11 (Segmentation fault)"
  std::optional<VersionedFile> killer = std::nullopt; // where it is known
};

EndOfWorker attend(const Worker &worker, const Work &work,
                   const StopSignals &signals, RunRecord &record) {
  ReadingClock clock;
  int status = 0;
  while (!has_ended(worker, status)) {
    bool is_told = signals.received() != 0;
    auto over = clock.find_over(record, work.read_seconds);
    if (is_told || over) {
      stop(worker, record);
      return {is_told, fmt::format("more than {} s", work.read_seconds), over};
    }
    wait_for_news(worker, 200);
    while (read_some(worker, record)) {
    }
  }
  while (read_some(worker, record)) {
  }
  std::optional<VersionedFile> killer;
  if (record.reading.size() == 1)
    killer = *record.reading.begin();
  return {false, describe(status), killer};
}

} // namespace

Supervision supervise(const Work &work, const StopSignals &signals) {
  adopt_orphans();
  std::set<pid_t> kept = children();
  Setbacks setbacks;
  for (int restarts = 0;; restarts++) {
    Supervision result;
    auto worker = start(work, setbacks, signals);
    if (!worker)
      return {.record = {},
              .ending = Ending::Failed,
              .message = worker.error().message};
    EndOfWorker end = attend(worker.value(), work, signals, result.record);
    end_children(kept);
    if (result.record.is_done || result.record.failure)
      return result;
    if (end.was_told_to_stop) {
      result.ending = Ending::Interrupted;
      result.signal = signals.received();
      return result;
    }
    if (result.record.reading.empty() || restarts == most_restarts) {
      result.ending = Ending::Failed;
      result.message = "the worker process ended: " + end.how;
      return result;
    }
    setbacks.is_wary |= !end.killer;
    if (end.killer)
      setbacks.skipped[*end.killer] =
          "clang did not survive this file: " + end.how;
  }
}

} // namespace mergeproof::app

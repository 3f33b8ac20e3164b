#include "portfolio/worker.h"

#include "support/child_process.h"
#include "support/fatal_signals.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::portfolio {

namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  std::size_t job = 0;
  JobTime time;
  pid_t pid = 0;
  support::Descriptor pipe;
  int slot = -1;
  Clock::time_point start;
  std::string text;
};

constexpr char finished = '\n'; // ends a complete answer
constexpr char goes_on = '\f';  // ends what is said before it

void limit_memory(std::uint64_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  (void)bytes; // its shadow memory needs terabytes of address space
#else
  // The soft limit only: programs that are started get the hard one back.
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = bytes;
  if (bytes > 0)
    setrlimit(RLIMIT_AS, &limit);
#endif
}

bool send(int pipe, const std::string &text) {
  for (std::size_t sent = 0; sent < text.size();) {
    ssize_t count =
        support::write_quietly(pipe, std::string_view(text).substr(sent));
    if (count <= 0)
      return false;
    sent += std::size_t(count);
  }
  return true;
}

[[noreturn]] void run_child(
    const JobLimits &limits, int pipe, std::size_t job,
    const std::function<std::string(std::size_t, const SayMore &)> &make) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody else would end it in time
  limit_memory(limits.memory);
  std::string text;
  try {
    text = make(job,
                [&](const std::string &more) {
                  if (!send(pipe, more + goes_on))
                    _exit(1);
                }) +
           finished;
  } catch (const std::exception &error) {
    text = std::string("!") + error.what() + finished;
  }
  _exit(send(pipe, text) ? 0 : 1);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The last that was said before the answer, and the answer, as far as they
// came.
std::pair<std::string, std::string> parts_of(const std::string &text) {
  std::size_t end = text.rfind(goes_on);
  if (end == text.npos)
    return {"", text};
  std::size_t before = end == 0 ? text.npos : text.rfind(goes_on, end - 1);
  std::size_t begin = before == text.npos ? 0 : before + 1;
  return {text.substr(begin, end - begin), text.substr(end + 1)};
}

std::string time_up(const JobLimits &limits) {
  return "the time for the whole run was up (" +
         std::to_string(limits.total_seconds) + " s)";
}

// `is_late`: it was stopped, for its own time or that of all is up.
JobOutcome outcome_of(const Running &running, int status, bool is_late,
                      const JobLimits &limits) {
  JobOutcome outcome;
  outcome.seconds = seconds_since(running.start);
  auto [said, answer] = parts_of(running.text);
  bool is_whole = !answer.empty() && answer.back() == finished;
  if (!is_whole)
    outcome.so_far = said;
  is_late &= !is_whole; // just in time
  outcome.has_timed_out = is_late;
  if (is_late && outcome.seconds <= running.time.seconds)
    outcome.failure = time_up(limits);
  else if (is_late && running.time.is_share)
    outcome.failure = "its share of the time for the whole run was up (" +
                      std::to_string(running.time.seconds) + " s of " +
                      std::to_string(limits.total_seconds) + " s)";
  else if (is_late)
    outcome.failure = "ran out of time (" + std::to_string(limits.seconds) +
                      " s; see --timeout)";
  else if (!is_whole && WIFSIGNALED(status))
    outcome.failure = "was ended by signal " + std::to_string(WTERMSIG(status));
  else if (!is_whole)
    outcome.failure = "ended without an answer";
  else if (answer.front() == '!')
    outcome.failure = answer.substr(1, answer.size() - 2);
  else {
    outcome.has_finished = true;
    outcome.text = answer.substr(0, answer.size() - 1);
  }
  return outcome;
}

class JobPool {
public:
  JobPool(const JobLimits &limits, const JobWork &work)
      : limits_(limits), make_(work.make), done_(work.done),
        is_needed_(work.is_needed), time_(work.time) {}

  std::size_t size() const { return running_.size(); }

  void start(std::size_t job) {
    if (!is_needed_(job))
      return;
    if (is_time_up()) {
      done_(job, {.was_started = false, .failure = time_up(limits_)});
      return;
    }
    int ends[2];
    if (pipe(ends) != 0) {
      done_(job, {.failure = "could not be started: no pipe"});
      return;
    }
    pid_t pid = fork();
    if (pid == 0) {
      close(ends[0]);
      run_child(limits_, ends[1], job, make_);
    }
    close(ends[1]);
    Running running;
    running.job = job;
    running.time = time_of(job);
    running.pid = pid;
    running.pipe.reset(ends[0]);
    running.start = Clock::now();
    if (pid < 0) {
      done_(job, {.failure = "could not be started: no process"});
      return;
    }
    setpgid(pid, pid);
    running.slot = support::register_group(pid);
    running_.push_back(std::move(running));
  }

  // Reads what there is, for at most a tenth of a second, and reports who
  // ended.
  void wait() {
    std::vector<pollfd> polled;
    for (const Running &running : running_)
      polled.push_back({running.pipe.get(), POLLIN, 0});
    poll(polled.data(), polled.size(), 100);
    std::vector<Running> still;
    for (std::size_t i = 0; i < running_.size(); i++) {
      Running &running = running_[i];
      bool has_ended = polled[i].revents != 0 && !read_some(running);
      bool is_late = seconds_since(running.start) > running.time.seconds;
      if (has_ended || is_late || is_time_up())
        finish(running, !has_ended);
      else
        still.push_back(std::move(running));
    }
    running_ = std::move(still);
    std::erase_if(running_, [&](Running &running) {
      bool is_over = !is_needed_(running.job);
      if (is_over)
        stop(running);
      return is_over;
    });
  }

private:
  bool is_time_up() const {
    return limits_.total_seconds > 0 &&
           seconds_since(start_) + limits_.used_seconds > limits_.total_seconds;
  }

  JobTime time_of(std::size_t job) const {
    JobTime time = time_ ? time_(job) : JobTime{limits_.seconds};
    return {std::min(time.seconds, limits_.seconds),
            time.is_share && time.seconds < limits_.seconds};
  }

  static bool read_some(Running &running) {
    char buffer[65536];
    ssize_t count = read(running.pipe.get(), buffer, sizeof buffer);
    if (count < 0)
      return errno == EINTR || errno == EAGAIN;
    running.text.append(buffer, std::size_t(count));
    return count > 0;
  }

  static int stop(Running &running) {
    kill(-running.pid, SIGKILL); // and whatever it started
    int status = 0;
    while (waitpid(running.pid, &status, 0) < 0 && errno == EINTR) {
    }
    support::unregister_group(running.slot);
    return status;
  }

  void finish(Running &running, bool is_late) {
    int status = stop(running);
    done_(running.job, outcome_of(running, status, is_late, limits_));
  }

  const JobLimits &limits_;
  const std::function<std::string(std::size_t, const SayMore &)> &make_;
  const std::function<void(std::size_t, const JobOutcome &)> &done_;
  const std::function<bool(std::size_t)> &is_needed_;
  const std::function<JobTime(std::size_t)> &time_;
  std::vector<Running> running_;
  Clock::time_point start_ = Clock::now();
};

} // namespace

void run_jobs(std::size_t count, unsigned parallel, const JobLimits &limits,
              const JobWork &work) {
  JobPool pool(limits, work);
  std::size_t next = 0;
  while (next < count || pool.size() > 0) {
    while (next < count && pool.size() < std::max(parallel, 1u))
      pool.start(next++);
    if (pool.size() > 0)
      pool.wait();
  }
}

} // namespace mergeproof::portfolio

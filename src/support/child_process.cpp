#include "support/child_process.h"

#include "support/fatal_signals.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::support {
namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// Above 2, so that connecting a child's standard streams overwrites none.
int above_standard_streams(int fd) {
  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(fd);
  return moved;
}

bool open_pipe(Pipe &pipe) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0)
    return false;
  pipe.read.reset(above_standard_streams(fds[0]));
  pipe.write.reset(above_standard_streams(fds[1]));
  return pipe.read.is_open() && pipe.write.is_open();
}

// Everything the child needs, made before it begins: it may not allocate.
struct Plan {
  std::vector<std::string> environment;
  std::vector<char *> argv;
  std::vector<char *> envp;
  std::string program;
  const Command *command = nullptr;
  std::array<Pipe, 3> streams;
  Pipe failure;
  sigset_t mask;
};

std::string_view name_of(std::string_view entry) {
  return entry.substr(0, entry.find('='));
}

std::vector<std::string>
child_environment(const std::vector<std::string> &added) {
  std::vector<std::string> result = added;
  for (char **entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    bool is_replaced = false;
    for (const std::string &other : added)
      is_replaced = is_replaced || name_of(other) == name_of(*entry);
    if (!is_replaced)
      result.emplace_back(*entry);
  }
  return result;
}

std::string search_path(const std::vector<std::string> &environment) {
  for (const std::string &entry : environment)
    if (entry.starts_with("PATH="))
      return entry.substr(5);
  return "/usr/local/bin:/usr/bin:/bin";
}

bool is_program(const std::string &path) {
  return access(path.c_str(), X_OK) == 0;
}

std::string find_program(const std::string &name, const std::string &path) {
  if (name.find('/') != std::string::npos)
    return name;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = path.substr(begin, end - begin);
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(candidate))
      return candidate;
    begin = end + 1;
  }
  return {};
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
  std::vector<char *> result;
  result.reserve(texts.size() + 1);
  for (const std::string &text : texts)
    result.push_back(const_cast<char *>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

enum class Stage : std::uint8_t { Directory, Memory, Program };

struct Failure {
  Stage stage;
  int error;
};

[[noreturn]] void fail_in_child(const Plan &plan, Stage stage) {
  const Failure failure{stage, errno};
  [[maybe_unused]] const ssize_t n =
      write(plan.failure.write.get(), &failure, sizeof failure);
  _exit(127);
}

// Makes the streams, the directory and the limits of the process what the
// program wants. After vfork, in our memory: system calls only.
void prepare(const Plan &plan) {
  setpgid(0, 0);
  dup2(plan.streams[0].read.get(), STDIN_FILENO);
  dup2(plan.streams[1].write.get(), STDOUT_FILENO);
  dup2(plan.streams[2].write.get(), STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &plan.mask, nullptr);
  const std::string &directory = plan.command->directory;
  if (!directory.empty() && chdir(directory.c_str()) != 0)
    fail_in_child(plan, Stage::Directory);
  // The limit that this process set for itself is not the program's: what is
  // compiled with a sanitizer maps terabytes.
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = limit.rlim_max;
  if (plan.command->max_memory != 0)
    limit = {plan.command->max_memory, plan.command->max_memory};
  if (setrlimit(RLIMIT_AS, &limit) != 0)
    fail_in_child(plan, Stage::Memory);
}

[[noreturn]] void become_program(const Plan &plan) {
  prepare(plan);
  execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
  fail_in_child(plan, Stage::Program);
}

// As exec would, it leaves no other descriptor open.
[[noreturn]] void run_body(const Plan &plan) {
  prepare(plan);
  constexpr int first = STDERR_FILENO + 1, last_usual = 1023;
  if (close_range(first, ~0U, 0) != 0) // an old kernel
    for (int fd = first; fd <= last_usual; fd++)
      close(fd);
  environ = const_cast<char **>(plan.envp.data());
  _exit(plan.command->body(plan.command->argv));
}

// vfork: copying the page tables of a large process costs more than all the
// rest.
pid_t start_program(const Plan &plan) {
  if (plan.command->body) {
    const pid_t copy = fork();
    if (copy == 0)
      run_body(plan);
    return copy;
  }
  const pid_t pid = vfork(); // NOLINT(bugprone-unsafe-functions)
  if (pid == 0)
    become_program(plan);
  return pid;
}

Error start_error(const Command &command, const Failure &failure) {
  const std::string start = "cannot start " + command.argv[0] + ": ";
  const std::string reason = std::strerror(failure.error);
  switch (failure.stage) {
  case Stage::Directory:
    return {start + "cannot enter " + command.directory + ": " + reason};
  case Stage::Memory:
    return {start + "cannot limit its memory: " + reason};
  case Stage::Program:
    break;
  }
  if (failure.error == ENOENT)
    return {start + "no such program; check the path"};
  if (failure.error == E2BIG)
    return {start + "too many arguments; pass fewer files at a time"};
  return {start + reason};
}

// Nothing when exec succeeded: the pipe closed without a word.
std::optional<Failure> read_failure(int fd) {
  Failure failure{};
  ssize_t n = 0;
  do
    n = read(fd, &failure, sizeof failure);
  while (n < 0 && errno == EINTR);
  if (n == static_cast<ssize_t>(sizeof failure))
    return failure;
  return std::nullopt;
}

Result<Plan> make_plan(const Command &command) {
  CHECK(!command.argv.empty());
  Plan plan;
  plan.command = &command;
  plan.environment = child_environment(command.environment);
  plan.program = find_program(command.argv[0], search_path(plan.environment));
  if (plan.program.empty())
    return Error{"cannot start " + command.argv[0] +
                 ": not found in PATH; install it"};
  plan.argv = pointers(command.argv);
  plan.envp = pointers(plan.environment);
  bool is_open = open_pipe(plan.failure);
  for (Pipe &pipe : plan.streams)
    is_open = is_open && open_pipe(pipe);
  if (!is_open)
    return Error{"cannot start " + command.argv[0] + ": no pipe: " +
                 std::strerror(errno) + "; raise the limit of open files"};
  return plan;
}

} // namespace

int Descriptor::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

void Descriptor::reset(int fd) {
  if (fd_ >= 0)
    close(fd_);
  fd_ = fd;
}

ssize_t write_quietly(int fd, std::string_view bytes) {
  sigset_t pipe_signal;
  sigset_t old;
  sigset_t pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &old);
  ssize_t n = 0;
  do
    n = write(fd, bytes.data(), bytes.size());
  while (n < 0 && errno == EINTR);
  const int error = errno;
  if (n < 0 && error == EPIPE && !was_pending) {
    const timespec now{};
    while (sigtimedwait(&pipe_signal, nullptr, &now) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  errno = error;
  return n;
}

Result<ChildProcess> ChildProcess::start(const Command &command) {
  Result<Plan> made = make_plan(command);
  if (!made)
    return made.error();
  Plan &plan = made.value();
  // No signal may arrive between start and the registration of the group.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &plan.mask);
  const pid_t pid = start_program(plan);
  int slot = -1;
  if (pid > 0) {
    setpgid(pid, pid); // in both: whoever is first
    slot = register_group(pid);
  }
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &plan.mask, nullptr);
  if (pid < 0)
    return Error{"cannot start " + command.argv[0] + ": " +
                 std::strerror(error) + "; close other programs and try again"};
  ChildProcess child(pid, slot);
  plan.failure.write.reset();
  if (auto failure = read_failure(plan.failure.read.get()))
    return start_error(command, *failure);
  child.in = std::move(plan.streams[0].write);
  child.out = std::move(plan.streams[1].read);
  child.err = std::move(plan.streams[2].read);
  return child;
}

ChildProcess::ChildProcess(pid_t pid, int slot)
    : pid_(pid), slot_(slot), owner_(getpid()) {}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : in(std::move(other.in)), out(std::move(other.out)),
      err(std::move(other.err)), pid_(other.pid_), slot_(other.slot_),
      owner_(other.owner_) {
  other.pid_ = 0;
  other.slot_ = -1;
}

ChildProcess::~ChildProcess() {
  if (pid_ == 0 || owner_ != getpid())
    return;
  kill_group();
  wait();
}

bool ChildProcess::has_ended() const {
  if (pid_ == 0)
    return true;
  siginfo_t info = {};
  const int answer = waitid(P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT);
  return answer == 0 && info.si_pid == pid_;
}

void ChildProcess::kill_group() const {
  if (pid_ != 0)
    kill(-pid_, SIGKILL);
}

int ChildProcess::reap() {
  CHECK(pid_ != 0);
  return wait();
}

int ChildProcess::wait() noexcept {
  siginfo_t info = {};
  while (waitid(P_PID, pid_, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  kill_group(); // before the number can be given to somebody else
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  unregister_group(slot_);
  pid_ = 0;
  slot_ = -1;
  return status;
}

} // namespace mergeproof::support

// Programs that are run, timed out, killed and fed.
// uses: support
#include "support/child_process.h"
#include "support/subprocess.h"
#include "support/temp_directory.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mergeproof::support {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Completed run_shell(const std::string &script, Command command = {}) {
  command.argv = {"sh", "-c", script};
  Result<Completed> result = run(command);
  EXPECT_TRUE(result.has_value());
  return result ? result.value() : Completed{};
}

bool is_gone(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (kill(pid, 0) != 0)
      return true;
    // A zombie that its new parent has not reaped yet is gone enough.
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    if (text.find(") Z") != std::string::npos)
      return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(Subprocess, KeepsBothStreamsAndTheExitCode) {
  const Completed done = run_shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(done.out, "out\n");
  EXPECT_EQ(done.err, "err\n");
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_FALSE(done.succeeded());
}

TEST(Subprocess, PassesArgumentsWithoutAShell) {
  const auto done = run({.argv = {"printf", "%s", "a b; $HOME *"}});
  ASSERT_TRUE(done.has_value());
  EXPECT_EQ(done.value().out, "a b; $HOME *");
}

TEST(Subprocess, PumpsLargeInputAndOutputAtOnce) {
  Command command;
  for (int i = 0; i < 500'000; ++i)
    command.input += "0123456789\n";
  const Completed done = run_shell("tee /dev/stderr", command);
  EXPECT_TRUE(done.succeeded());
  EXPECT_EQ(done.out.size(), command.input.size());
  EXPECT_EQ(done.out, done.err);
}

TEST(Subprocess, SurvivesAChildThatReadsNoInput) {
  Command command;
  command.input.assign(4'000'000, 'x');
  const Completed done = run_shell("exit 5", command);
  EXPECT_EQ(done.exit_code, 5);
}

TEST(Subprocess, KeepsNoMoreThanTheLimitOfOutput) {
  const Completed done =
      run_shell("yes | head -c 1000000", {.max_output = 1000});
  EXPECT_TRUE(done.succeeded());
  EXPECT_EQ(done.out.size(), 1000u);
}

TEST(Subprocess, TimeOutKillsTheWholeGroup) {
  const auto start = std::chrono::steady_clock::now();
  const Completed done =
      run_shell("sleep 60 & echo $!; sleep 60", {.timeout = 300ms});
  EXPECT_TRUE(done.timed_out);
  EXPECT_FALSE(done.succeeded());
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  EXPECT_TRUE(is_gone(std::stoi(done.out)));
}

TEST(Subprocess, TimeOutHoldsForAChildThatClosedItsStreams) {
  const Completed done =
      run_shell("exec >&- 2>&- <&-; sleep 60", {.timeout = 300ms});
  EXPECT_TRUE(done.timed_out);
}

TEST(Subprocess, EndsWithTheLeaderNotWithWhatItLeftBehind) {
  const auto start = std::chrono::steady_clock::now();
  const Completed done = run_shell("sleep 60 & echo $!");
  EXPECT_TRUE(done.succeeded());
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
  EXPECT_TRUE(is_gone(std::stoi(done.out)));
}

TEST(Subprocess, ReportsTheSignal) {
  const Completed done = run_shell("kill -SEGV $$");
  EXPECT_EQ(done.signal, SIGSEGV);
}

TEST(Subprocess, LimitsMemory) {
  const Completed done = run_shell("ulimit -v", {.max_memory = 1u << 30});
  EXPECT_EQ(done.out, std::to_string((1u << 30) / 1024) + "\n");
}

TEST(Subprocess, AddsToTheEnvironmentAndChangesDirectory) {
  setenv("MERGEPROOF_TEST", "old", 1);
  const Completed done =
      run_shell("echo $MERGEPROOF_TEST; pwd; echo ${PATH:+set}",
                {.directory = "/", .environment = {"MERGEPROOF_TEST=new"}});
  EXPECT_EQ(done.out, "new\n/\nset\n");
}

int say_arguments(const std::vector<std::string> &argv) {
  bool has_other = fcntl(STDERR_FILENO + 1, F_GETFD) >= 0;
  std::fprintf(stderr, "%s %s %s", argv[0].c_str(), std::getenv("WORD"),
               fs::current_path().c_str());
  std::fflush(stderr);
  if (argv.size() > 1)
    std::abort();
  return has_other ? 1 : 7;
}

// As a program: its own streams, directory, environment and end, and no
// descriptor of ours.
TEST(Subprocess, RunsABodyInACopyOfThisProcess) {
  int other = open("/dev/null", O_RDONLY);
  Command command;
  command.argv = {"sh"};
  command.body = say_arguments;
  command.directory = "/";
  command.environment = {"WORD=word"};
  Completed done = run(command).value();
  EXPECT_EQ(done.exit_code, 7);
  EXPECT_EQ(done.err, "sh word /");
  command.argv.emplace_back("abort");
  EXPECT_EQ(run(command).value().signal, SIGABRT);
  close(other);
}

TEST(Subprocess, SaysWhatIsMissing) {
  const auto none = run({.argv = {"no-such-program-here"}});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().message,
            "cannot start no-such-program-here: not found in PATH; install it");
  const auto path = run({.argv = {"/no/such/program"}});
  ASSERT_FALSE(path.has_value());
  EXPECT_NE(path.error().message.find("check the path"), std::string::npos);
  const auto directory = run({.argv = {"true"}, .directory = "/no/such"});
  ASSERT_FALSE(directory.has_value());
  EXPECT_NE(directory.error().message.find("cannot enter /no/such"),
            std::string::npos);
}

TEST(Subprocess, RunsFromManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([i] {
      for (int turn = 0; turn < 10; ++turn)
        EXPECT_EQ(run_shell("cat", {.input = std::to_string(i)}).out,
                  std::to_string(i));
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ChildProcess, LeaksNoDescriptorIntoAnother) {
  const std::string count = "ls /proc/self/fd | wc -l";
  const Completed before = run_shell(count);
  auto first = ChildProcess::start({.argv = {"cat"}});
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(run_shell(count).out, before.out);
}

TEST(TempDirectory, IsPrivateAndRemovedWithItsContents) {
  std::string path;
  {
    auto made = TempDirectory::create("mergeproof-test-");
    ASSERT_TRUE(made.has_value());
    path = made.value().path();
    struct stat info = {};
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    fs::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/file") << "text";
    fs::permissions(path + "/a", fs::perms::owner_read);
    const TempDirectory moved = std::move(made).value();
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TempDirectory, SaysWhatToDoWithABadTmpdir) {
  const char *old = std::getenv("TMPDIR");
  const std::string saved = old == nullptr ? "" : old;
  setenv("TMPDIR", "/no/such/directory", 1);
  const auto made = TempDirectory::create("x");
  saved.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", saved.c_str(), 1);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message,
            "cannot make a temporary directory in /no/such/directory: no such "
            "directory; set TMPDIR to one that exists");
}

TEST(TempDirectory, AForkedChildRemovesNothing) {
  auto made = TempDirectory::create("mergeproof-test-");
  ASSERT_TRUE(made.has_value());
  const pid_t child = fork();
  if (child == 0) {
    {
      const TempDirectory mine = std::move(made).value();
    }
    kill(getpid(), SIGTERM);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  EXPECT_TRUE(fs::exists(made.value().path()));
}

TEST(FatalSignal, RemovesDirectoriesAndKillsGroups) {
  int report[2];
  ASSERT_EQ(pipe(report), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto made = TempDirectory::create("mergeproof-test-");
    auto running = ChildProcess::start({.argv = {"sh", "-c", "echo $$; cat"}});
    char pid[32] = {};
    if (read(running.value().out.get(), pid, sizeof pid - 1) <= 0)
      _exit(1);
    const std::string text = pid + made.value().path();
    std::ofstream(made.value().path() + "/file") << "text";
    if (write(report[1], text.data(), text.size()) <= 0)
      _exit(1);
    pause();
    _exit(0);
  }
  char text[4096] = {};
  ASSERT_GT(read(report[0], text, sizeof text - 1), 0);
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  const std::string all = text;
  const std::size_t line = all.find('\n');
  EXPECT_TRUE(is_gone(std::stoi(all.substr(0, line))));
  EXPECT_FALSE(fs::exists(all.substr(line + 1)));
}

} // namespace
} // namespace mergeproof::support

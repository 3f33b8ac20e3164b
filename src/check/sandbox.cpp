#include "check/sandbox.h"

#include "check/toolchain.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <seccomp.h>
#include <unistd.h>

namespace mergeproof::check {
namespace {

using support::Command;
using support::Completed;
using support::Done;
using support::Error;
using support::Result;
using support::Status;

// Refused as if the caller had no right to.
const char *const forbidden[] = {"socket",
                                 "socketpair",
                                 "connect",
                                 "bind",
                                 "listen",
                                 "accept",
                                 "accept4",
                                 "ptrace",
                                 "mount",
                                 "umount2",
                                 "pivot_root",
                                 "chroot",
                                 "setns",
                                 "unshare",
                                 "bpf",
                                 "keyctl",
                                 "add_key",
                                 "request_key",
                                 "kexec_load",
                                 "kexec_file_load",
                                 "init_module",
                                 "finit_module",
                                 "delete_module",
                                 "reboot",
                                 "swapon",
                                 "swapoff",
                                 "perf_event_open",
                                 "userfaultfd",
                                 "process_vm_readv",
                                 "process_vm_writev",
                                 "open_by_handle_at",
                                 "io_uring_setup",
                                 "io_uring_enter",
                                 "io_uring_register",
                                 "acct",
                                 "quotactl",
                                 "settimeofday",
                                 "clock_settime",
                                 "adjtimex",
                                 "sethostname",
                                 "setdomainname",
                                 "iopl",
                                 "ioperm",
                                 "fsopen",
                                 "fsmount",
                                 "move_mount",
                                 "open_tree",
                                 "pidfd_getfd",
                                 "syslog",
                                 "vhangup",
                                 "mknod",
                                 "mknodat"};

// Writes the filter in the kernel's form, for bwrap --seccomp.
Status write_filter(const std::string &path) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  // Of 32-bit programs, too.
  bool is_good =
      filter != nullptr && seccomp_arch_add(filter, SCMP_ARCH_X86) == 0;
  for (const char *name : forbidden) {
    int number = seccomp_syscall_resolve_name(name);
    if (is_good && number != __NR_SCMP_ERROR)
      is_good = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0) == 0;
  }
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  is_good = is_good && fd >= 0 && seccomp_export_bpf(filter, fd) == 0;
  if (fd >= 0)
    close(fd);
  if (filter)
    seccomp_release(filter);
  if (!is_good)
    return Error{"cannot write the system call filter " + path};
  return Done{};
}

// The filter has to be open when bwrap starts; the shell does only that.
std::vector<std::string> wrapper(const std::string &directory,
                                 const std::string &filter) {
  return {"/bin/sh",
          "-c",
          "f=$1; shift; exec \"$@\" 9<\"$f\"",
          "sandbox",
          filter,
          "bwrap",
          "--unshare-all",
          "--die-with-parent",
          "--new-session",
          "--cap-drop",
          "ALL",
          "--ro-bind",
          "/",
          "/",
          "--tmpfs",
          "/tmp",
          "--tmpfs",
          "/run",
          "--proc",
          "/proc",
          "--dev",
          "/dev",
          "--ro-bind",
          directory,
          directory,
          "--chdir",
          directory,
          "--clearenv",
          "--setenv",
          "PATH",
          "/usr/bin:/bin",
          "--setenv",
          "ASAN_OPTIONS",
          "symbolize=0:exitcode=99:detect_leaks=0:allocator_may_return_null=1:"
          "max_allocation_size_mb=512:handle_abort=0:handle_sigill=0:"
          "print_summary=0:quarantine_size_mb=64:strict_string_checks=0:"
          "detect_odr_violation=0:use_sigaltstack=1",
          "--setenv",
          "UBSAN_OPTIONS",
          "symbolize=0:exitcode=99:print_stacktrace=0:print_summary=0:"
          "halt_on_error=1",
          "--seccomp",
          "9"};
}

} // namespace

Result<Sandbox> Sandbox::create(const std::string &directory) {
  if (find_program({"bwrap"}).empty())
    return Error{"code is only run in a sandbox and bwrap is not installed: "
                 "install bubblewrap, or use --no-exec"};
  Sandbox sandbox;
  sandbox.directory_ = directory;
  sandbox.filter_ = directory + "/filter.bpf";
  if (Status written = write_filter(sandbox.filter_); !written)
    return written.error();
  // Whether one starts is a fact of the machine: one trial tells.
  static std::atomic<bool> has_started = false;
  if (has_started)
    return sandbox;
  auto tried = sandbox.run({"/bin/true"}, std::chrono::seconds(20));
  if (!tried)
    return tried.error();
  if (!tried.value().succeeded())
    return Error{"the sandbox does not start here: " +
                 tried.value().err.substr(0, tried.value().err.find('\n')) +
                 "; allow user namespaces, or use --no-exec"};
  has_started = true;
  return sandbox;
}

Result<Completed> Sandbox::run(const std::vector<std::string> &argv,
                               std::chrono::milliseconds timeout) const {
  Command command;
  command.argv = wrapper(directory_, filter_);
  command.argv.insert(command.argv.end(), argv.begin(), argv.end());
  command.timeout = timeout;
  return support::run(command);
}

} // namespace mergeproof::check

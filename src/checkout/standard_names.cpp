#include "checkout/standard_names.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace mergeproof::checkout {
namespace {

struct Declared {
  std::string_view header;
  std::string_view names; // each between blanks
};

constexpr Declared standard[] = {
    {"stdint.h",
     " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t "
     "intptr_t uintptr_t intmax_t uintmax_t INT8_MAX INT16_MAX INT32_MAX "
     "INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX INT32_MIN INT64_MIN "
     "SIZE_MAX INTPTR_MAX UINTPTR_MAX INTMAX_MAX UINTMAX_MAX "},
    {"stddef.h", " size_t ptrdiff_t wchar_t NULL "},
    {"stdarg.h", " va_list "},
    {"stdbool.h", " bool true false "},
    {"stdio.h", " stdin stdout stderr FILE EOF BUFSIZ SEEK_SET SEEK_CUR "
                "SEEK_END FILENAME_MAX "},
    {"stdlib.h", " EXIT_SUCCESS EXIT_FAILURE RAND_MAX div_t ldiv_t "},
    {"limits.h", " CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX UCHAR_MAX SHRT_MAX "
                 "USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN "
                 "ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX PATH_MAX IOV_MAX "},
    {"time.h", " time_t clock_t clockid_t CLOCK_REALTIME CLOCK_MONOTONIC "
               "CLOCKS_PER_SEC struct_tm struct_timespec "},
    {"sys/time.h", " struct_timeval struct_timezone "},
    {"sys/types.h",
     " ssize_t off_t pid_t uid_t gid_t mode_t dev_t ino_t id_t u_char u_short "
     "u_int u_long u_int8_t u_int16_t u_int32_t u_int64_t caddr_t "},
    {"sys/stat.h", " struct_stat S_IRUSR S_IWUSR S_IXUSR S_IRWXU S_IRGRP "
                   "S_IFMT S_IFREG S_IFDIR S_IFLNK "},
    {"sys/socket.h",
     " socklen_t sa_family_t struct_sockaddr struct_sockaddr_storage "
     "struct_msghdr struct_linger AF_INET AF_INET6 AF_UNIX AF_UNSPEC "
     "SOCK_STREAM SOCK_DGRAM SOL_SOCKET SO_REUSEADDR SO_KEEPALIVE SO_ERROR "
     "SHUT_RD SHUT_WR SHUT_RDWR MSG_PEEK MSG_NOSIGNAL MSG_DONTWAIT "},
    {"netinet/in.h", " in_addr_t in_port_t struct_in_addr struct_in6_addr "
                     "struct_sockaddr_in struct_sockaddr_in6 INADDR_ANY "
                     "IPPROTO_TCP IPPROTO_UDP "},
    {"netinet/tcp.h", " TCP_NODELAY TCP_KEEPIDLE TCP_KEEPINTVL TCP_KEEPCNT "},
    {"sys/un.h", " struct_sockaddr_un "},
    {"sys/uio.h", " struct_iovec "},
    {"netdb.h", " struct_addrinfo struct_hostent AI_PASSIVE "},
    {"poll.h", " struct_pollfd nfds_t POLLIN POLLOUT POLLERR POLLHUP "},
    {"signal.h",
     " sigset_t sig_atomic_t struct_sigaction siginfo_t SIG_IGN SIG_DFL "
     "SIG_ERR SIG_BLOCK SIG_UNBLOCK SIG_SETMASK SA_RESTART SIGHUP SIGINT "
     "SIGQUIT SIGILL SIGABRT SIGFPE SIGKILL SIGSEGV SIGPIPE SIGALRM SIGTERM "
     "SIGUSR1 SIGUSR2 SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU "
     "SIGWINCH SIGBUS "},
    {"errno.h",
     " errno EPERM ENOENT EINTR EIO EBADF EAGAIN EWOULDBLOCK ENOMEM EACCES "
     "EFAULT "
     "EBUSY EEXIST ENOTDIR EISDIR EINVAL EMFILE ENOSPC EPIPE EDOM ERANGE "
     "ENAMETOOLONG ENOSYS ENOTEMPTY EPROTO EOVERFLOW EMSGSIZE ENOTSUP "
     "EADDRINUSE ECONNREFUSED ECONNRESET ECONNABORTED EINPROGRESS ENOTCONN "
     "ETIMEDOUT EALREADY EISCONN EHOSTUNREACH ENOBUFS "},
    {"fcntl.h", " O_RDONLY O_WRONLY O_RDWR O_CREAT O_EXCL O_TRUNC O_APPEND "
                "O_NONBLOCK O_CLOEXEC F_GETFL F_SETFL F_GETFD F_SETFD "
                "FD_CLOEXEC "},
    {"unistd.h",
     " environ STDIN_FILENO STDOUT_FILENO STDERR_FILENO R_OK W_OK X_OK "
     "F_OK _SC_PAGESIZE _SC_NPROCESSORS_ONLN "},
    {"dirent.h", " DIR struct_dirent "},
    {"pthread.h", " pthread_t pthread_mutex_t pthread_cond_t pthread_attr_t "
                  "pthread_key_t pthread_once_t pthread_rwlock_t "
                  "PTHREAD_MUTEX_INITIALIZER PTHREAD_COND_INITIALIZER "},
    {"termios.h", " struct_termios TCSANOW TCSAFLUSH "},
    {"sys/ioctl.h", " struct_winsize TIOCGWINSZ FIONREAD "},
    {"sys/mman.h", " PROT_READ PROT_WRITE MAP_SHARED MAP_PRIVATE MAP_FAILED "},
    {"sys/wait.h", " WNOHANG WUNTRACED "},
    {"math.h", " NAN INFINITY HUGE_VAL M_PI "},
    {"float.h", " DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG FLT_MAX FLT_EPSILON "},
    {"regex.h", " regex_t regmatch_t REG_EXTENDED REG_NOSUB "},
    {"locale.h", " LC_ALL LC_CTYPE LC_NUMERIC struct_lconv "}};

} // namespace

std::string_view standard_header_of(std::string_view name) {
  std::string word = " " + std::string(name) + " ";
  std::replace(word.begin() + 1, word.end() - 1, ' ', '_');
  auto found = std::find_if(
      std::begin(standard), std::end(standard), [&](const Declared &declared) {
        return declared.names.find(word) != declared.names.npos;
      });
  return found == std::end(standard) ? std::string_view() : found->header;
}

} // namespace mergeproof::checkout

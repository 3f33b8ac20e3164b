/* Runs each witness of a batch in a child of its own:
 *
 *   harness BATCH first-witness cpu-milliseconds-per-run bytes-of-memory
 *
 * and prints, per witness: its number, how it ended, the exit code and the
 * signal; then the sanitizer's report and the observables as netstrings. */
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MP_REPORT_ROOM = 4096 };

static long mp_milliseconds;
static uint64_t mp_data_limit;

static uint64_t mp_mapped_bytes(void) {
  char line[256];
  unsigned long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmData: %lu", &kilobytes) == 1)
      break;
  if (status)
    fclose(status);
  return (uint64_t)kilobytes * 1024;
}

static void mp_limit(int what, uint64_t value) {
  if (value > RLIM_INFINITY)
    value = RLIM_INFINITY;
  struct rlimit limit = {value, value};
  setrlimit(what, &limit);
}

/* The unit's child starts no processes, whatever privileges it has. */
static void mp_forbid_processes(void) {
#define MP_DENY(number)                                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),                           \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_fork
      MP_DENY(SYS_fork),
      MP_DENY(SYS_vfork),
#endif
      MP_DENY(SYS_clone),
      MP_DENY(SYS_clone3),
      MP_DENY(SYS_execve),
      MP_DENY(SYS_execveat),
      MP_DENY(SYS_kill),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
#undef MP_DENY
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void mp_set_timer(int kind, long milliseconds) {
  struct itimerval timer = {
      .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(kind, &timer, 0);
}

/* Processor time counts, because other work on the machine must not decide what
 * is out of time; the clock only ends what waits for ever.
 *
 * RLIMIT_AS is of no use under the address sanitizer, whose shadow is
 * terabytes; RLIMIT_DATA counts from what is mapped already. */
static void mp_confine(void) {
  mp_limit(RLIMIT_CORE, 0);
  mp_limit(RLIMIT_FSIZE, 1 << 20);
  mp_limit(RLIMIT_DATA, mp_data_limit);
  mp_limit(RLIMIT_CPU, (uint64_t)mp_milliseconds / 1000 + 2);
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(mp_report_file, 2);
  close(nothing);
  mp_forbid_processes();
  mp_set_timer(ITIMER_PROF, mp_milliseconds);
  mp_set_timer(ITIMER_REAL, mp_milliseconds * 8);
}

static void mp_set_up(const struct mp_witness *w) {
  mp_failing = w->failing;
  mp_failing_count = w->failing_count;
  mp_external_seed = w->seed;
  mp_script = w->externals;
  mp_script_length = w->external_count;
  mp_allocations = 0; /* without those of constructors */
  mp_objects = mp_block_count;
  for (size_t i = 0; i < w->object_count; i++) {
    struct mp_block *block =
        mp_new_block(w->objects[i].contents.size, MP_WITNESS);
    block->path = w->objects[i].label;
    block->type = w->objects[i].type;
    if (strcmp(w->objects[i].named, "?") == 0)
      continue;
    block->named = mp_named(w->objects[i].named);
    if (!block->named)
      _exit(0); /* while it is set up: nothing was run */
  }
  for (size_t i = 0; i < w->object_count; i++)
    mp_fill(mp_blocks[mp_objects + i].address, mp_blocks[mp_objects + i].size,
            &w->objects[i].contents);
  for (size_t i = 0; i < w->global_count; i++) {
    struct mp_global *global = &mp_globals[w->globals[i].global];
    if (global->address)
      mp_fill(global->address, global->size, &w->globals[i].contents);
  }
}

static void mp_run_child(const struct mp_witness *w) {
  static _Alignas(64) unsigned char result[1 << 16];
  void *arguments[64];
  mp_confine();
  mp_catch_faults();
  mp_set_up(w);
  for (size_t i = 0; i < w->argument_count && i < 64; i++) {
    arguments[i] = calloc(1, w->arguments[i].size + 1);
    mp_fill(arguments[i], w->arguments[i].size, &w->arguments[i]);
  }
  mp_record->phase = MP_CALL;
  mp_call(arguments, result);
  mp_record->phase = MP_WALK;
  mp_walk_everything(result);
  mp_observe_trace();
  mp_record->phase = MP_DONE;
  _exit(0);
}

static void mp_print_report(int status) {
  static char report[MP_REPORT_ROOM];
  ssize_t length = status ? pread(mp_report_file, report, sizeof report, 0) : 0;
  printf("%zd:%.*s,", length < 0 ? 0 : length, length < 0 ? 0 : (int)length,
         report);
}

static void mp_print_run(long number, int status) {
  static const char *const phases[] = {"setup",   "call", "exited", "stopped",
                                       "missing", "walk", "done"};
  const char *phase = mp_record->is_full ? "full" : phases[mp_record->phase];
  printf("%ld %s %llu %d %d %d ", number, phase,
         (unsigned long long)(mp_record->asked_hash >> 2 << 1 |
                              (mp_record->has_failed != 0)),
         mp_record->exit_code, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
         WIFEXITED(status) ? WEXITSTATUS(status) : 0);
  mp_print_report(status);
  int has_ended = mp_record->phase == MP_DONE ||
                  mp_record->phase == MP_EXITED ||
                  mp_record->phase == MP_STOPPED;
  size_t count = has_ended ? mp_record->value_count : 0;
  printf(" %zu ", count);
  if (count)
    fwrite(mp_record->values, 1, mp_record->values_length, stdout);
  printf("\n");
  fflush(stdout);
}

static void mp_run(long number, const struct mp_witness *w) {
  mp_clear_record();
  if (ftruncate(mp_report_file, 0) < 0 || lseek(mp_report_file, 0, SEEK_SET))
    return;
  /* There are no other threads, so nothing has to be locked around a fork; the
   * sanitizer's own handlers cost more than the runs. */
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0)
    mp_run_child(w);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  mp_print_run(number, status);
}

/* A main of the unit's own goes by another name. */
int main(int argc, char **argv) {
  char *batch = argc == 5 ? mp_read_file(argv[1]) : 0;
  if (!batch)
    return 2;
  long first = atol(argv[2]);
  mp_milliseconds = atol(argv[3]);
  mp_report_file = memfd_create("report", 0);
  mp_load_symbols();
  mp_find_globals();
  mp_open_record();
  mp_cursor = batch;
  long count = (long)mp_number();
  mp_data_limit = mp_mapped_bytes() + strtoull(argv[4], 0, 10);
  for (long i = 0; i < count; i++) {
    struct mp_witness witness = mp_read_witness();
    if (i >= first)
      mp_run(i, &witness);
  }
  return 0;
}

// What every drive.c of a golden case uses to run one version on many inputs.
//
//   #include "drive.h"
//   #include "version.c"            the version under test, put there by
//   truth.py static void drive(void) {
//     PICK(int, x, INTS);           an input: one of these values
//     START;                        inputs are complete, the run begins
//     show("return value", f(x));   an observable
//   }
//
// Inputs are all combinations of the picks, in order. Every input runs in a
// child of its own, so that static state is fresh and a trap ends only that
// input. Output, read by truth.py: "in NAME VALUE", "ob NAME VALUE",
// "returned", then "end OUTCOME".
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// fork() without handlers: the address sanitizer's take longer than most runs.
pid_t _Fork(void);

#define INTS                                                                   \
  INT_MIN, INT_MIN + 1, -1000, -101, -17, -8, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, \
      7, 8, 9, 10, 11, 15, 16, 17, 50, 99, 100, 101, 255, 256, 1000,           \
      INT_MAX - 1, INT_MAX
#define FEW INT_MIN, -7, -1, 0, 1, 2, 3, 9, 10, 100, INT_MAX
#define UINTS                                                                  \
  0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 31u, 32u, 33u, 100u, 1000u,              \
      UINT_MAX / 2, UINT_MAX / 2 + 1, UINT_MAX - 1, UINT_MAX
#define SMALL -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

#define PICK(type, name, ...)                                                  \
  static const type name##_values[] = {__VA_ARGS__};                           \
  type name = name##_values[drive_pick(sizeof name##_values / sizeof(type))];  \
  drive_input(#name, (intmax_t)name)
// The same for a variable, field or cell that exists already.
#define SET(place, ...)                                                        \
  do {                                                                         \
    static const __typeof__(place) values_[] = {__VA_ARGS__};                  \
    (place) = values_[drive_pick(sizeof values_ / sizeof(place))];             \
    drive_input(#place, (intmax_t)(place));                                    \
  } while (0)
#define START drive_start()

enum { drive_max_inputs = 1000, drive_seconds = 2 };

static unsigned long drive_left;
static char drive_out[1 << 16], drive_events[1 << 15];
static size_t drive_used, drive_events_used;
static unsigned drive_failing, drive_allocations;

static void drive_flush(void) {
  if (write(1, drive_out, drive_used) < 0)
    _exit(78);
  drive_used = 0;
}

static void drive_print(const char *format, ...) {
  va_list args;
  va_start(args, format);
  drive_used += (size_t)vsnprintf(drive_out + drive_used,
                                  sizeof drive_out - drive_used, format, args);
  va_end(args);
}

static size_t drive_pick(size_t count) {
  size_t index = drive_left % count;
  drive_left /= count;
  return index;
}

static void drive_input(const char *name, intmax_t value) {
  drive_print("in %s %jd\n", name, value);
}

static void drive_start(void) {
  if (drive_left != 0) {
    drive_used = 0;
    drive_print("exhausted\n");
    drive_flush();
    _exit(77);
  }
  drive_flush();
  alarm(drive_seconds);
}

__attribute__((unused)) static void show(const char *name, intmax_t value) {
  drive_print("ob %s\t%jd\n", name, value);
}

__attribute__((unused)) static void show_text(const char *name,
                                              const char *text) {
  drive_print("ob %s\t%s\n", name, text);
}

// An external call, for the observable "external calls".
__attribute__((unused)) static void event(const char *format, ...) {
  va_list args;
  va_start(args, format);
  drive_events_used +=
      (size_t)vsnprintf(drive_events + drive_events_used,
                        sizeof drive_events - drive_events_used, format, args);
  va_end(args);
  drive_events_used +=
      (size_t)snprintf(drive_events + drive_events_used,
                       sizeof drive_events - drive_events_used, "; ");
}

// malloc whose n-th call fails when bit n of drive_failing is set.
__attribute__((unused)) static void *drive_malloc(size_t size) {
  return drive_failing >> drive_allocations++ & 1 ? NULL : malloc(size);
}

static void drive(void);

int main(void) {
  for (unsigned long input = 0; input < drive_max_inputs; input++) {
    int status;
    pid_t child = _Fork();
    if (child == 0) {
      drive_left = input;
      drive();
      show_text("external calls", drive_events);
      drive_print("returned\n");
      drive_flush();
      _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
      return 1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
      return 0;
    if (WIFSIGNALED(status))
      drive_print(WTERMSIG(status) == SIGALRM ? "end timeout\n"
                                              : "end trapped\n");
    else
      drive_print("end exited(%d)\n", WEXITSTATUS(status));
    drive_flush();
  }
  return 0;
}

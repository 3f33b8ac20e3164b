// What the driver of every subject uses. truth.py makes a program of a driver
// and one version's text:
//
//   #include "drive.h"
//   #include "version.c"             the version under test
//   void drive(void) {
//     int n = (int)pick("n", -5, 300);     an input: one of these values
//     start();                             inputs are complete, the run begins
//     show("return value", f(n));          an observable
//   }
//
// Inputs are all combinations of the picks, in order. Output is a line for each
// input and observable, "NUMBER\tNAME\tVALUE", the outcome last: "returned",
// "trapped" or "endless" (too many steps, counted by the compiler's coverage).
// With arguments, "name=value" or "name=1,2,3", there is one input: these
// values of the picks of that name, and the first of the others. An input that
// traps ends neither the others nor, where the address sanitizer lets it, the
// process; else another child goes on with the next one.
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// fork() without handlers: the address sanitizer's take longer than most runs.
pid_t _Fork(void);

enum { drive_most_steps = 20000, drive_most_inputs = 6000 };
enum { drive_seconds = 100, drive_most_given = 1000 };
enum { drive_room = 1 << 24, drive_returned = 0, drive_trapped, drive_endless };

static struct {
  unsigned long input;
  size_t used, complete;
  int is_finished;
  char text[drive_room];
} *drive_shared;

static unsigned long drive_left, drive_steps;
static unsigned drive_failing, drive_allocations;
static int drive_has_started;
static sigjmp_buf drive_back;
static char **drive_given; // the arguments, or NULL

void drive(void);

#define UNCOUNTED __attribute__((no_sanitize("coverage")))

UNCOUNTED static void drive_leave(int how) {
  drive_has_started = 0;
  siglongjmp(drive_back, how);
}

UNCOUNTED void __sanitizer_cov_trace_pc(void) {
  if (drive_has_started && ++drive_steps > drive_most_steps)
    drive_leave(drive_endless);
}

const char *__asan_default_options(void) {
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
         "handle_sigill=0:allocator_may_return_null=1";
}

UNCOUNTED void __asan_on_error(void) { _exit(1); }

UNCOUNTED static void drive_trap(int signal) {
  (void)signal;
  drive_leave(drive_trapped);
}

static void drive_print(const char *format, ...) {
  va_list args;
  va_start(args, format);
  drive_shared->used +=
      (size_t)vsnprintf(drive_shared->text + drive_shared->used,
                        drive_room - drive_shared->used, format, args);
  va_end(args);
  if (drive_shared->used + 4096 > drive_room)
    _exit(78);
}

// What the input is, for people.
static void drive_input(const char *name, const char *format, ...) {
  char value[400];
  va_list args;
  va_start(args, format);
  vsnprintf(value, sizeof value, format, args);
  va_end(args);
  drive_print("%lu\tinput %s\t%s\n", drive_shared->input, name, value);
}

static unsigned long drive_choose(unsigned long count) {
  unsigned long chosen = drive_left % count;
  drive_left /= count;
  return chosen;
}

static void start(void) {
  if (drive_left != 0 || (drive_given && drive_shared->input > 0)) {
    drive_shared->is_finished = 1;
    _exit(0);
  }
  if (drive_shared->input == drive_most_inputs)
    _exit(78);
  drive_has_started = 1;
}

// Memory of exactly this size, never given back.
__attribute__((unused)) static void *memory(size_t size) {
  return memset(malloc(size), 0x5a, size);
}

// What the arguments say of a name, or NULL.
static const char *given(const char *name) {
  size_t length = strlen(name);
  for (char **each = drive_given; each && *each; each++)
    if (!strncmp(*each, name, length) && (*each)[length] == '=')
      return *each + length + 1;
  return NULL;
}

static int given_numbers(const char *name, int *numbers, int most) {
  const char *text = given(name);
  int count = 0;
  while (text && *text && count < most) {
    numbers[count++] = (int)strtol(text, (char **)&text, 10);
    text += *text == ',';
  }
  return count;
}

// From lo to hi.
__attribute__((unused)) static long pick(const char *name, long lo, long hi) {
  long value = lo + (long)drive_choose((unsigned long)(hi - lo) + 1);
  if (given(name))
    value = strtol(given(name), NULL, 10);
  drive_input(name, "%ld", value);
  return value;
}

// One of these; pick_of(name, values), where values is an array.
#define pick_of(name, values)                                                  \
  drive_pick_of(name, values, sizeof values / sizeof *values)
__attribute__((unused)) static long
drive_pick_of(const char *name, const long *values, size_t count) {
  long value = values[drive_choose(count)];
  if (given(name))
    value = strtol(given(name), NULL, 10);
  drive_input(name, "%ld", value);
  return value;
}

static unsigned long drive_combinations(size_t letters, int longest) {
  unsigned long all = 1, of_length = 1;
  for (int i = 0; i < longest; i++)
    all += of_length *= letters;
  return all;
}

// The digits of one of the combinations of up to `longest` letters; how many.
static int drive_combination(unsigned long at, size_t letters, int *digits) {
  int length = 0;
  for (unsigned long of_length = 1; at >= of_length; of_length *= letters) {
    at -= of_length;
    length++;
  }
  for (int i = 0; i < length; i++, at /= letters)
    digits[i] = (int)(at % letters);
  return length;
}

// Every text of up to `longest` letters of the alphabet, and these, which end
// in NULL; in memory of exactly the size needed.
__attribute__((unused)) static char *pick_text(const char *name,
                                               const char *alphabet,
                                               int longest,
                                               const char *const *more) {
  size_t letters = strlen(alphabet), others = 0;
  while (more && more[others])
    others++;
  unsigned long all = drive_combinations(letters, longest);
  unsigned long at = drive_choose(all + others);
  char *text, made[32] = "";
  int digits[drive_most_given];
  if (given(name)) {
    int count = given_numbers(name, digits, drive_most_given);
    text = memory((size_t)count);
    for (int i = 0; i < count; i++)
      text[i] = (char)digits[i];
    return text;
  }
  if (at < all)
    for (int i = drive_combination(at, letters, digits); i-- > 0;)
      made[i] = alphabet[digits[i]];
  const char *chosen = at < all ? made : more[at - all];
  text = strcpy(memory(strlen(chosen) + 1), chosen);
  drive_input(name, "\"%s\"", text);
  return text;
}

static int drive_cell(char letter) {
  return letter == '<' ? INT_MIN : letter == '>' ? INT_MAX : letter - '0';
}

// Every array of up to `longest` of these values; *count says how many it has.
__attribute__((unused)) static int *pick_cells(const char *name, int longest,
                                               const char *values, int *count) {
  size_t letters = strlen(values);
  int digits[drive_most_given];
  unsigned long at = drive_choose(drive_combinations(letters, longest));
  *count = given(name) ? given_numbers(name, digits, drive_most_given)
                       : drive_combination(at, letters, digits);
  int *cells = memory((size_t)*count * sizeof(int));
  char shown[200] = "";
  for (int i = 0; i < *count; i++) {
    cells[i] = given(name) ? digits[i] : drive_cell(values[digits[i]]);
    if (i < 10)
      snprintf(shown + strlen(shown), 20, " %d", cells[i]);
  }
  drive_input(name, "{%s }", shown);
  return cells;
}

__attribute__((unused)) static void show(const char *name, long value) {
  drive_print("%lu\t%s\t%ld\n", drive_shared->input, name, value);
}

__attribute__((unused)) static void show_cell(const char *name, int index,
                                              long value) {
  drive_print("%lu\t%s[%d]\t%ld\n", drive_shared->input, name, index, value);
}

__attribute__((unused)) static void show_bytes(const char *name,
                                               const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    show_cell(name, (int)i, bytes[i]);
}

__attribute__((unused)) static void show_word(const char *name,
                                              const char *value) {
  drive_print("%lu\t%s\t%s\n", drive_shared->input, name, value);
}

// malloc whose n-th call fails when bit n of drive_failing is set.
__attribute__((unused)) static void *drive_malloc(size_t size) {
  int fails = drive_failing >> drive_allocations++ & 1;
  void *made = fails || size > 1 << 20 ? NULL : malloc(size);
  return made ? memset(made, 0x5a, size) : NULL;
}

static void drive_end(int how) {
  static const char *const names[] = {"returned", "trapped", "endless"};
  drive_has_started = 0;
  drive_print("%lu\toutcome\t%s\n", drive_shared->input, names[how]);
  drive_shared->complete = drive_shared->used;
  drive_shared->input++;
}

static void drive_inputs(void) {
  static const int signals[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGTRAP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    signal(signals[i], drive_trap);
  alarm(drive_seconds);
  for (;;) {
    int how = sigsetjmp(drive_back, 1);
    if (how == drive_returned) {
      drive_left = drive_shared->input;
      drive_steps = 0;
      drive_failing = drive_allocations = 0;
      drive();
    }
    drive_end(how);
  }
}

int main(int argc, char **argv) {
  drive_given = argc > 1 ? argv + 1 : NULL;
  drive_shared = mmap(NULL, sizeof *drive_shared, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (;;) {
    int status;
    pid_t child = _Fork();
    if (child == 0)
      drive_inputs();
    if (child < 0 || waitpid(child, &status, 0) < 0)
      return 1;
    if (drive_shared->is_finished || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 1)
      break;
    drive_end(drive_trapped);
  }
  fwrite(drive_shared->text, 1, drive_shared->complete, stdout);
  return drive_shared->is_finished ? 0 : 1;
}

#define malloc drive_malloc

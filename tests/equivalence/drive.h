// What the drive of every pair uses. truth.py makes a program of one version's
// text, this header and the pair's drive, which is one random call:
//
//   void drive(void) { int n = (int)pick(-5, 20); show(f(n)); }
//
// The program runs drive() for many seeds and prints a line for each: "seed
// HASH text", or "seed trap" where a sanitizer, abort() or a signal ended it,
// or "seed endless". Picks depend on the seed only; what is shown is the
// observable. A drive sets every global that matters, as seeds share a process.
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// fork() without handlers: the address sanitizer's take longer than most runs.
pid_t _Fork(void);

enum { drive_text_size = 120, drive_most_endless = 5 };

static uint64_t drive_state, drive_hash;
static char drive_text[drive_text_size];
static size_t drive_used;

void drive(void);

// splitmix64
static uint64_t drive_next(void) {
  uint64_t z = drive_state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

// Any 64 bits: small numbers, powers of two and their neighbours, extremes,
// noise.
__attribute__((unused)) static uint64_t pick_u64(void) {
  uint64_t noise = drive_next();
  switch (drive_next() % 6) {
  case 0:
    return noise % 20;
  case 1:
    return (UINT64_C(1) << noise % 64) + noise / 64 % 3 - 1;
  case 2:
    return UINT64_C(0) - noise % 5;
  case 3:
    return noise >> drive_next() % 64;
  default:
    return noise;
  }
}

__attribute__((unused)) static uint32_t pick_u32(void) {
  uint64_t wide = pick_u64();
  return (uint32_t)(drive_next() % 4 ? wide : wide >> 32);
}

__attribute__((unused)) static int pick_int(void) {
  switch (drive_next() % 8) {
  case 0:
    return INT_MIN + (int)(drive_next() % 3);
  case 1:
    return INT_MAX - (int)(drive_next() % 3);
  case 2:
    return (int)(drive_next() % 41) - 20;
  default:
    return (int)pick_u32();
  }
}

// From lo to hi, the ends and what is around zero more often.
__attribute__((unused)) static long long pick(long long lo, long long hi) {
  uint64_t span = (uint64_t)hi - (uint64_t)lo;
  uint64_t noise = drive_next(), near = noise % 3;
  switch (drive_next() % 8) {
  case 0:
    return (long long)((uint64_t)lo + (near <= span ? near : span));
  case 1:
    return (long long)((uint64_t)hi - (near <= span ? near : span));
  case 2:
    if (lo <= -1 && hi >= 1)
      return (long long)near - 1;
    break;
  default:
    break;
  }
  return (long long)((uint64_t)lo +
                     (span == UINT64_MAX ? noise : noise % (span + 1)));
}

// Memory of exactly this size, with random bytes; never given back.
__attribute__((unused)) static void *heap(size_t size) {
  unsigned char *memory = malloc(size);
  for (size_t i = 0; i < size; i++)
    memory[i] = (unsigned char)drive_next();
  return memory;
}

__attribute__((unused)) static void fill_bytes(void *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)memory)[i] = (unsigned char)pick_u32();
}

__attribute__((unused)) static void fill_ints(int *cells, size_t count, int lo,
                                              int hi) {
  for (size_t i = 0; i < count; i++)
    cells[i] = (int)pick(lo, hi);
}

__attribute__((unused)) static void fill_unsigned(unsigned *cells,
                                                  size_t count) {
  for (size_t i = 0; i < count; i++)
    cells[i] = pick_u32();
}

// Up to `most` letters of the alphabet, in memory of exactly the size needed.
__attribute__((unused)) static char *pick_string(size_t most,
                                                 const char *alphabet) {
  size_t length = (size_t)pick(0, (long long)most), letters = strlen(alphabet);
  char *text = malloc(length + 1);
  for (size_t i = 0; i < length; i++)
    text[i] = alphabet[drive_next() % letters];
  text[length] = '\0';
  return text;
}

// One time in eight, null.
__attribute__((unused)) static void *or_null(void *pointer) {
  return drive_next() % 8 ? pointer : NULL;
}

static void drive_mix(uint64_t value) {
  for (int i = 0; i < 8; i++)
    drive_hash =
        (drive_hash ^ (value >> 8 * i & 255)) * UINT64_C(0x100000001b3);
}

#define show(value) drive_show((long long)(value))
__attribute__((unused)) static void drive_show(long long value) {
  drive_mix((uint64_t)value);
  if (drive_used < drive_text_size)
    drive_used += (size_t)snprintf(
        drive_text + drive_used, drive_text_size - drive_used, " %lld", value);
}

__attribute__((unused)) static void show_bytes(const void *memory,
                                               size_t size) {
  for (size_t i = 0; i < size; i++)
    show(((const unsigned char *)memory)[i]);
}

__attribute__((unused)) static void show_ints(const int *cells, size_t count) {
  for (size_t i = 0; i < count; i++)
    show(cells[i]);
}

__attribute__((unused)) static void show_string(const char *text) {
  if (text)
    show_bytes(text, strlen(text) + 1);
  else
    show(-1);
}

static void drive_seeds(unsigned seed, unsigned end, unsigned *done) {
  for (; seed < end; seed++) {
    *done = seed;
    if (write(3, done, sizeof *done) < 0)
      _exit(78);
    drive_state = seed * UINT64_C(0x2545f4914f6cdd1d);
    drive_hash = UINT64_C(0xcbf29ce484222325);
    drive_used = 0;
    drive_text[0] = '\0';
    alarm(1);
    drive();
    printf("%u %016llx%s\n", seed, (unsigned long long)drive_hash, drive_text);
    fflush(stdout);
  }
  _exit(0);
}

// The seed at which a child for the rest ended, or `end`; its status in
// *status.
static unsigned drive_child(unsigned seed, unsigned end, int *status) {
  int ends[2];
  if (pipe(ends) != 0)
    exit(78);
  pid_t child = _Fork();
  if (child == 0) {
    unsigned done;
    dup2(ends[1], 3);
    drive_seeds(seed, end, &done);
  }
  close(ends[1]);
  unsigned at = seed;
  while (read(ends[0], &at, sizeof at) == (ssize_t)sizeof at)
    continue;
  close(ends[0]);
  waitpid(child, status, 0);
  return *status == 0 ? end : at;
}

int main(int argc, char **argv) {
  unsigned end = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
  for (unsigned seed = 0, endless = 0; seed < end; seed++) {
    int status = 0;
    seed = drive_child(seed, end, &status);
    if (seed == end)
      break;
    int is_endless = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    printf("%u %s\n", seed, is_endless ? "endless" : "trap");
    fflush(stdout);
    endless += (unsigned)is_endless;
    if (endless == drive_most_endless)
      break;
  }
  return 0;
}

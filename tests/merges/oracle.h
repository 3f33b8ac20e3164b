// Runs the versions of many merges on many inputs in one process and evaluates
// the contract; oracle.py writes the versions and the tables below this text.
//
// A trap (UBSan's, or an access to a guard page) jumps back out of the run.
// Memory that arguments point to is set up afresh for every run, once directly
// below and once directly above a guard page, so that an access outside it
// traps in one of the two.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

typedef long long Value;

enum { cells = 4, max_params = 6, max_globals = 8, max_seen = 64, page = 4096 };
enum { objects = 3, max_slow = 3, max_versions = 6 };
enum Outcome { Returned, Trapped, Endless };

// The layout of struct box of every version.
struct Box {
  int a;
  unsigned b;
  int items[cells];
  void *next;
};

struct Global {
  void *place;
  size_t size;
  int is_fixed; // it can only start with its initial value
  Value initial;
};

struct Version {
  char id; // O, A, B, …, M
  struct Global globals[max_globals];
  int global_count;
  int *array; // or null
};

struct Input {
  Value globals[max_globals], array[cells], scalars[max_params];
  struct Box boxes[objects];
  int ints[8], int_count;
  int box_null, box_same, next_of_first;
  uint64_t external_seed;
  int external_history;
};

struct Seen {
  enum Outcome outcome;
  int count;
  Value values[max_seen];
  char is_initial[max_seen]; // a global that still holds its own initial value
};

// Who calls the unit: reads `run` for its arguments.
typedef Value (*Call)(void);
struct Unit {
  const char *merge, *name;
  Call calls[max_versions]; // null: the version lacks it
  struct Version *versions;
  int version_count;
  const char *params; // one letter each: i, u, c scalars; s box; q second box;
                      // p ints; n
  const Value *pool;
  int pool_count;
};

static struct {
  Value scalars[max_params];
  struct Box *first_box, *second_box;
  int *ints;
} run;

static sigjmp_buf back;
static volatile sig_atomic_t is_running, ticks;
static uint64_t external_trace, external_count;
static const struct Input *input;

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static void on_external(uint64_t function, int argument) {
  external_trace =
      mix(external_trace ^ mix(function * 0x10001u + (unsigned)argument));
  external_count++;
}

int ext1(int argument) {
  on_external(1, argument);
  if (input->external_seed == 0)
    return 0;
  uint64_t history = input->external_history ? external_trace : external_count;
  int result = (int)mix(input->external_seed ^ history);
  return result % 2 ? result : result % 16;
}

void ext2(int argument) { on_external(2, argument); }

static void on_trap(int number) {
  (void)number;
  if (!is_running)
    abort();
  siglongjmp(back, Trapped);
}

static void on_tick(int number) {
  (void)number;
  if (is_running && ++ticks > 3)
    siglongjmp(back, Endless);
}

// Object `index` in the layout 0 (ends at a guard page) or 1 (begins behind
// one).
static char *object(int index, size_t size, int layout) {
  static char *area;
  if (!area) {
    size_t total = (size_t)page * (2 * (objects + 1) + 1);
    area = mmap(NULL, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i <= objects; i++)
      mprotect(area + page * (2 * i + 1), page, PROT_READ | PROT_WRITE);
  }
  char *start = area + page * (2 * index + 1);
  return layout ? start : start + page - size;
}

static void set_up(const struct Unit *unit, const struct Version *version,
                   int layout) {
  for (int i = 0; i < version->global_count; i++)
    memcpy(version->globals[i].place,
           version->globals[i].is_fixed ? &version->globals[i].initial
                                        : &input->globals[i],
           version->globals[i].size);
  for (int i = 0; version->array && i < cells; i++)
    version->array[i] = (int)input->array[i];
  struct Box *boxes[objects];
  for (int i = 0; i < objects; i++) {
    boxes[i] = (struct Box *)object(i, sizeof(struct Box), layout);
    *boxes[i] = input->boxes[i];
    boxes[i]->next = NULL;
  }
  if (input->next_of_first)
    boxes[0]->next = boxes[2];
  run.first_box = input->box_null ? NULL : boxes[0];
  run.second_box = input->box_same ? run.first_box : boxes[1];
  run.ints = (int *)object(objects, input->int_count * sizeof(int), layout);
  memcpy(run.ints, input->ints, input->int_count * sizeof(int));
  memcpy(run.scalars, input->scalars, sizeof run.scalars);
  external_trace = external_count = 0;
  (void)unit;
}

static void see(struct Seen *seen, Value value) {
  seen->values[seen->count++] = value;
}

static void see_box(struct Seen *seen, const struct Box *box) {
  see(seen, box->a);
  see(seen, box->b);
  for (int i = 0; i < cells; i++)
    see(seen, box->items[i]);
  see(seen, box->next != NULL);
}

static void look(const struct Unit *unit, const struct Version *version,
                 Value result, struct Seen *seen) {
  see(seen, result);
  see(seen, (Value)external_trace);
  for (int i = 0; i < version->global_count; i++) {
    const struct Global *global = &version->globals[i];
    Value value = 0;
    memcpy(&value, global->place, global->size);
    seen->is_initial[seen->count] =
        global->is_fixed && memcmp(&value, &global->initial, global->size) == 0;
    see(seen, value);
  }
  for (int i = 0; version->array && i < cells; i++)
    see(seen, version->array[i]);
  if (strchr(unit->params, 's') && run.first_box)
    see_box(seen, run.first_box);
  if (strchr(unit->params, 'q') && run.second_box)
    see_box(seen, run.second_box);
  if (strchr(unit->params, 'p'))
    for (int i = 0; i < input->int_count; i++)
      see(seen, run.ints[i]);
}

static struct Seen run_once(const struct Unit *unit, int v, int layout) {
  static struct Seen seen;
  const struct Version *version = &unit->versions[v];
  memset(&seen, 0, sizeof seen);
  set_up(unit, version, layout);
  ticks = 0;
  int jumped = sigsetjmp(back, 0);
  if (jumped == 0) {
    is_running = 1;
    Value result = unit->calls[v]();
    is_running = 0;
    look(unit, version, result, &seen);
  }
  is_running = 0;
  seen.outcome = (enum Outcome)jumped;
  return seen;
}

static struct Seen run_version(const struct Unit *unit, int v) {
  struct Seen seen = run_once(unit, v, 0);
  if (seen.outcome != Returned || !strpbrk(unit->params, "spq"))
    return seen;
  struct Seen again = run_once(unit, v, 1);
  return again.outcome != Returned ? again : seen;
}

static uint64_t random_state;
static uint64_t draw(uint64_t below) {
  random_state += 1;
  return mix(random_state) % below;
}

static Value draw_value(const struct Unit *unit) {
  static const Value edges[] = {INT32_MIN,
                                INT32_MAX,
                                -1,
                                0,
                                1,
                                2,
                                127,
                                128,
                                255,
                                256,
                                (Value)INT32_MIN + 1,
                                INT32_MAX - 1};
  switch (draw(12)) {
  case 0:
    return (int)draw((uint64_t)1 << 32);
  case 1:
  case 2:
    return edges[draw(sizeof edges / sizeof *edges)];
  case 3:
  case 4:
  case 5:
  case 6:
    return (Value)draw(12) - 2;
  default:
    return unit->pool[draw(unit->pool_count)];
  }
}

static struct Input draw_input(const struct Unit *unit, unsigned number) {
  struct Input made;
  memset(&made, 0, sizeof made);
  made.int_count = 4;
  if (number == 0)
    return made;
  for (int i = 0; i < max_globals; i++)
    made.globals[i] = draw_value(unit);
  for (int i = 0; i < cells; i++)
    made.array[i] = draw_value(unit);
  for (int i = 0; i < max_params; i++)
    made.scalars[i] = draw_value(unit);
  made.int_count = (int)draw(6);
  for (int i = 0; i < 8; i++)
    made.ints[i] = (int)draw_value(unit);
  for (int i = 0; i < objects; i++) {
    made.boxes[i].a = (int)draw_value(unit);
    made.boxes[i].b = (unsigned)draw_value(unit);
    for (int k = 0; k < cells; k++)
      made.boxes[i].items[k] = (int)draw_value(unit);
  }
  made.box_null = draw(20) == 0;
  made.box_same = draw(4) == 0;
  made.next_of_first = draw(3) == 0;
  made.external_seed = draw(4) == 0 ? 0 : draw(1000) + 1;
  made.external_history = draw(2) == 0;
  const char *count = strchr(unit->params, 'n');
  if (count && draw(10) != 0)
    made.scalars[count - unit->params] = draw((uint64_t)made.int_count + 1);
  return made;
}

static Value shown(const struct Seen *seen, int observable) {
  return seen->outcome == Returned ? seen->values[observable] : -seen->outcome;
}

// Two versions show the same at one observable; 0 is the outcome itself.
static int is_same(const struct Seen *x, const struct Seen *y, int observable) {
  if (x->outcome != y->outcome || observable == 0)
    return x->outcome == y->outcome;
  return x->outcome != Returned ||
         shown(x, observable - 1) == shown(y, observable - 1);
}

struct Tally {
  unsigned inputs, excluded, slow, returned, lost, unexpected, inherent,
      violating;
  char example[400];
};

static void describe(struct Tally *tally, const struct Unit *unit,
                     const struct Seen *seen, int observable, unsigned number) {
  char *out = tally->example;
  size_t room = sizeof tally->example;
  int used =
      snprintf(out, room, "input %u, observable %d:", number, observable);
  for (int v = 0; v < unit->version_count; v++) {
    if (!unit->calls[v])
      continue;
    if (seen[v].outcome != Returned)
      used += snprintf(out + used, room - used, " %c=trapped",
                       unit->versions[v].id);
    else
      used +=
          snprintf(out + used, room - used, " %c=%lld", unit->versions[v].id,
                   observable ? shown(&seen[v], observable - 1) : 0);
  }
  used += snprintf(out + used, room - used, " scalars");
  for (size_t i = 0; i < strlen(unit->params); i++)
    used += snprintf(out + used, room - used, " %lld", input->scalars[i]);
  snprintf(out + used, room - used, " ints %d seed %llu history %d",
           input->int_count, (unsigned long long)input->external_seed,
           input->external_history);
}

// A global with several initial values that no version touched; versions that
// trapped differ by their outcome.
static int is_untouched(const struct Unit *unit, const struct Seen *seen,
                        int observable) {
  int touched = 0, returned = 0;
  for (int v = 0; observable > 0 && v < unit->version_count; v++)
    if (unit->calls[v] && seen[v].outcome == Returned) {
      touched += !seen[v].is_initial[observable - 1];
      returned++;
    }
  return returned > 0 && !touched;
}

// Counts the violations at one observable; returns whether there was one.
static int judge(const struct Unit *unit, const struct Seen *seen,
                 int observable, struct Tally *tally) {
  if (is_untouched(unit, seen, observable))
    return 0;
  int merge = unit->version_count - 1;
  int base = unit->versions[0].id == 'O' && unit->calls[0] ? 0 : -1;
  int lost = 0, is_like_a_parent = 0, changed = -1, is_inherent = 0;
  for (int v = 0; v < merge; v++) {
    if (unit->versions[v].id == 'O' || !unit->calls[v])
      continue;
    int keeps = is_same(&seen[v], &seen[merge], observable);
    is_like_a_parent |= keeps;
    if (base < 0 || is_same(&seen[v], &seen[base], observable))
      continue;
    is_inherent |=
        changed >= 0 && !is_same(&seen[v], &seen[changed], observable);
    changed = v;
    lost += !keeps;
  }
  if (lost == 0 && is_like_a_parent)
    return 0;
  if (is_inherent)
    tally->inherent++;
  else if (lost)
    tally->lost++;
  else
    tally->unexpected++;
  return 1;
}

static void try_input(const struct Unit *unit, unsigned number,
                      struct Tally *tally) {
  struct Seen seen[max_versions];
  int merge = unit->version_count - 1, before_all_trapped = 1, has_parent = 0,
      most = 0;
  tally->inputs++;
  for (int v = 0; v < unit->version_count; v++) {
    if (!unit->calls[v])
      continue;
    seen[v] = run_version(unit, v);
    if (seen[v].outcome == Endless) {
      tally->slow++;
      tally->excluded++;
      return;
    }
    if (v != merge) {
      before_all_trapped &= seen[v].outcome == Trapped;
      has_parent |= unit->versions[v].id != 'O';
    }
    if (seen[v].count > most)
      most = seen[v].count;
  }
  if (before_all_trapped || !has_parent) {
    tally->excluded++;
    return;
  }
  tally->returned++;
  int found = 0;
  for (int observable = 0; observable <= most; observable++)
    if (judge(unit, seen, observable, tally) && !found++ && !tally->violating)
      describe(tally, unit, seen, observable, number);
  tally->violating += found > 0;
}

static void install_handlers(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_flags = SA_NODEFER;
  action.sa_handler = on_trap;
  for (int k = 0; k < 5; k++)
    sigaction((int[]){SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE}[k], &action,
              NULL);
  action.sa_handler = on_tick;
  sigaction(SIGALRM, &action, NULL);
  struct itimerval timer = {{0, 50000}, {0, 50000}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

static int run_units(const struct Unit *units, int count, unsigned inputs) {
  install_handlers();
  for (int u = 0; u < count; u++) {
    struct Tally tally;
    memset(&tally, 0, sizeof tally);
    random_state = mix((uint64_t)u + 77);
    for (unsigned number = 0; number < inputs && tally.slow < max_slow;
         number++) {
      struct Input made = draw_input(&units[u], number);
      input = &made;
      try_input(&units[u], number, &tally);
    }
    printf("%s\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t%s\n", units[u].merge,
           units[u].name, tally.inputs, tally.returned, tally.violating,
           tally.lost, tally.unexpected, tally.inherent, tally.example);
  }
  return 0;
}

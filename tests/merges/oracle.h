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

enum { cells = 4, max_params = 6, max_globals = 8, page = 4096 };
enum { boxes = 4, max_versions = 6, max_slow = 3 };
// Objects that a run begins with, then those that it allocates.
enum {
  ints_object = boxes,
  out_object,
  array_object,
  global_object,
  first_fresh,
  objects = 16
};
enum { max_seen = 320, unwritten_byte = 0xaa };
enum Outcome { Returned, Trapped, Endless };

// The layout of struct box of every version.
struct Box {
  int a;
  unsigned b;
  int items[cells];
  signed char c;
  unsigned char on; // _Bool
  struct Box *next;
};

struct Global {
  void *place; // null: at run.global, where accesses behind it trap
  size_t size;
  char type;     // 'b' _Bool, 'x' pointer to a box, 'p' to int, else 'i'
  char is_fixed; // it can only start with its initial value
  Value initial;
};

struct Version {
  char id; // O, A, B, …, M
  struct Global globals[max_globals];
  int global_count;
};

// Where a pointer of the input points: a random number, see find_ints.
struct Input {
  Value globals[max_globals], scalars[max_params];
  int array[cells];
  struct Box boxes[boxes];
  int links[boxes], heads[max_globals]; // index of a box, or none
  int ints[8], int_count, out_value, is_ints_array;
  unsigned out, cursors[max_globals];
  int box_null, box_same;
  uint64_t external_seed;
  int external_history;
  unsigned failing; // allocations, a bit each
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
  const char *params; // one letter each: i scalars; s box; q second box; p ints
                      // and n how many; o an int
  char result;        // 'x' pointer to a box, else 'i'
  const Value *pool;
  int pool_count;
};

static struct {
  Value scalars[max_params];
  struct Box *first_box, *second_box;
  int *ints, *out, *array;
  int *global; // one that a pointer of a caller may point to, if there is one
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

// Each object ends at a guard page (layout 0) or begins behind one (1).
static struct {
  size_t size;
  int is_freed;
  char *place;
} heap[objects];
static int layout, fresh_count, allocation_count;
static char *area;

static void protect(int index, int access) {
  mprotect(area + page * (2 * index + 1), page, access);
}

static void *place_object(int index, size_t size) {
  if (!area) {
    area = mmap(NULL, (size_t)page * (2 * objects + 1), PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < objects; i++)
      protect(i, PROT_READ | PROT_WRITE);
  }
  if (heap[index].is_freed)
    protect(index, PROT_READ | PROT_WRITE);
  char *start = area + page * (2 * index + 1);
  heap[index].is_freed = 0;
  heap[index].size = size;
  return heap[index].place = layout ? start : start + page - size;
}

// Index of the object that holds `place` or ends there, or -1.
static int find_object(const void *place) {
  for (int i = 0; i < first_fresh + fresh_count; i++)
    if ((const char *)place >= heap[i].place &&
        (const char *)place <= heap[i].place + heap[i].size)
      return i;
  return -1;
}

static void *oracle_malloc(size_t size) {
  if (input->failing >> allocation_count++ & 1)
    return NULL;
  if (size > page || first_fresh + fresh_count == objects)
    siglongjmp(back, Endless);
  void *made = place_object(first_fresh + fresh_count++, size);
  return memset(made, unwritten_byte, size);
}

static void *oracle_calloc(size_t count, size_t size) {
  void *made = oracle_malloc(count * size);
  return made ? memset(made, 0, count * size) : NULL;
}

static void oracle_free(void *place) {
  if (!place)
    return;
  int index = find_object(place);
  if (index < 0 || index == global_object || index == array_object ||
      heap[index].is_freed || heap[index].place != place)
    siglongjmp(back, Trapped);
  heap[index].is_freed = 1;
  protect(index, PROT_NONE);
}

static const struct Version *running;

static void *find_global(const struct Global *global) {
  return global->place ? global->place : run.global;
}

// A pointer as a number that means the same in every version: fresh objects are
// all alike.
static Value describe_pointer(const void *pointer) {
  if (!pointer)
    return 0;
  int index = find_object(pointer);
  if (index >= 0) {
    Value object = index < first_fresh ? index + 1 : 99;
    Value offset = (const char *)pointer - heap[index].place;
    return heap[index].is_freed ? -9 : object << 20 | offset;
  }
  for (int i = 0; i < running->global_count; i++)
    if (pointer == find_global(&running->globals[i]))
      return (Value)(200 + i) << 20;
  return -8;
}

static void on_event(uint64_t what) {
  external_trace = mix(external_trace ^ mix(what));
}

static void on_external(uint64_t function, Value argument) {
  on_event(function * 0x10001u + (uint64_t)argument);
  external_count++;
}

static int make_result(void) {
  if (input->external_seed == 0)
    return 0;
  uint64_t history = input->external_history ? external_trace : external_count;
  int result = (int)mix(input->external_seed ^ history);
  return result % 2 ? result : result % 16;
}

int ext1(int argument) {
  on_external(1, argument);
  return make_result();
}

void ext2(int argument) { on_external(2, argument); }

// Sees the int that it is given and, on some inputs, changes it.
int ext3(int *place) {
  on_external(3, describe_pointer(place));
  if (place && describe_pointer(place) != -9) {
    on_event((uint64_t)*place);
    if (input->external_seed % 2)
      *place = make_result();
  }
  return make_result();
}

// The same with a box and the one behind it.
static void on_box(void *given) {
  struct Box *box = given;
  on_external(4, describe_pointer(box));
  if (!box || describe_pointer(box) == -9)
    return;
  on_event((uint64_t)box->a ^ (uint64_t)box->b << 32);
  if (input->external_seed % 2)
    box->a = make_result();
  if (input->external_seed % 4 == 3 && box->next &&
      describe_pointer(box->next) != -9)
    box->next->b = (unsigned)make_result() + 1;
}

static char *stack_top;

// Running out of stack is no trap: it is left out as endless.
static void on_trap(int number, siginfo_t *info, void *context) {
  (void)context;
  if (!is_running)
    abort();
  char *at = info->si_addr;
  int is_stack =
      number == SIGSEGV && at < stack_top && at > stack_top - (64 << 20);
  siglongjmp(back, is_stack ? Endless : Trapped);
}

static void on_tick(int number) {
  (void)number;
  if (is_running && ++ticks > 3)
    siglongjmp(back, Endless);
}

static int has_global(const struct Version *version) {
  for (int i = 0; i < version->global_count; i++)
    if (!version->globals[i].place)
      return 1;
  return 0;
}

// The ints that a pointer of the input may point into.
static int *find_ints(unsigned choice) {
  switch (choice % 8) {
  case 0:
    return NULL;
  case 1:
    return &((struct Box *)heap[0].place)->a;
  case 2:
    return input->int_count ? run.ints : run.out;
  case 3:
    return &run.array[choice / 8 % cells];
  case 4:
    return has_global(running) ? run.global : run.out;
  default:
    return run.out;
  }
}

static struct Box *find_box(int index) {
  return index < 0 ? NULL : (struct Box *)heap[index].place;
}

static void set_up_globals(const struct Version *version) {
  for (int i = 0; i < version->global_count; i++) {
    const struct Global *global = &version->globals[i];
    Value value = global->is_fixed ? global->initial : input->globals[i];
    if (global->type == 'b')
      value = value != 0;
    if (global->type == 'x' && !global->is_fixed)
      value = (Value)(intptr_t)find_box(input->heads[i]);
    if (global->type == 'p' && !global->is_fixed)
      value = (Value)(intptr_t)find_ints(input->cursors[i]);
    memcpy(find_global(global), &value, global->size);
  }
}

// Static locals are in a section of their own.
extern char __start_hidden[] __attribute__((weak));
extern char __stop_hidden[] __attribute__((weak));
static void restore_statics(void) {
  static char *saved;
  size_t size = (size_t)(__stop_hidden - __start_hidden);
  if (!saved) {
    saved = malloc(size + 1);
    memcpy(saved, __start_hidden, size);
  }
  memcpy(__start_hidden, saved, size);
}

static void set_up(const struct Version *version) {
  running = version;
  fresh_count = allocation_count = 0;
  struct Box *made[boxes];
  for (int i = 0; i < boxes; i++) {
    made[i] = place_object(i, sizeof(struct Box));
    *made[i] = input->boxes[i];
  }
  for (int i = 0; i < boxes; i++)
    made[i]->next = find_box(input->links[i]);
  run.first_box = input->box_null & 1 ? NULL : made[0];
  run.second_box = input->box_null & 2 ? NULL : made[input->box_same ? 0 : 1];
  size_t size = input->int_count * sizeof(int);
  run.ints = memcpy(place_object(ints_object, size), input->ints, size);
  run.array = memcpy(place_object(array_object, sizeof input->array),
                     input->array, sizeof input->array);
  if (input->is_ints_array)
    run.ints = run.array;
  run.global = place_object(global_object, sizeof(int));
  int *out = place_object(out_object, sizeof(int));
  *out = input->out_value;
  run.out = out;
  run.out = find_ints(input->out);
  memcpy(run.scalars, input->scalars, sizeof run.scalars);
  set_up_globals(version);
  restore_statics();
  external_trace = external_count = 0;
}

static void see(struct Seen *seen, Value value) {
  seen->values[seen->count++] = value;
}

// Memory that was never written holds the same in every version, and so does an
// object that is not there.
static const struct Box *unwritten(void) {
  static struct Box box;
  return memset(&box, unwritten_byte, sizeof box);
}

static void see_box(struct Seen *seen, const struct Box *box) {
  see(seen, box->a);
  see(seen, box->b);
  for (int i = 0; i < cells; i++)
    see(seen, box->items[i]);
  see(seen, box->c);
  see(seen, box->on);
  see(seen, describe_pointer(box->next));
}

// The allocated box that `pointer` is the address of, or an unwritten one.
static const struct Box *fresh_box(const void *pointer) {
  int index = find_object(pointer);
  return index >= first_fresh && !heap[index].is_freed &&
                 heap[index].size == sizeof(struct Box) &&
                 pointer == heap[index].place
             ? pointer
             : unwritten();
}

// What a pointer reaches that the run allocated: a box with the one behind it,
// or ints.
static void see_fresh(struct Seen *seen, const void *pointer, char type) {
  if (type == 'x') {
    see_box(seen, fresh_box(pointer));
    see_box(seen, fresh_box(fresh_box(pointer)->next));
    return;
  }
  int index = find_object(pointer);
  int is_fresh = index >= first_fresh && !heap[index].is_freed;
  for (size_t i = 0; i < cells; i++)
    see(seen, is_fresh && (i + 1) * sizeof(int) <= heap[index].size
                  ? ((int *)heap[index].place)[i]
                  : unwritten()->a);
}

static void look_globals(const struct Version *version, struct Seen *seen) {
  for (int i = 0; i < version->global_count; i++) {
    const struct Global *global = &version->globals[i];
    Value value = 0;
    memcpy(&value, find_global(global), global->size);
    seen->is_initial[seen->count] =
        global->is_fixed && memcmp(&value, &global->initial, global->size) == 0;
    if (global->type == 'x' || global->type == 'p') {
      see(seen, describe_pointer((void *)(intptr_t)value));
      see_fresh(seen, (void *)(intptr_t)value, global->type);
    } else {
      see(seen, value);
    }
  }
}

static int look_int(int object, int at) {
  return heap[object].is_freed ? 0 : ((int *)heap[object].place)[at];
}

static void look(const struct Unit *unit, const struct Version *version,
                 Value result, struct Seen *seen) {
  if (unit->result == 'x') {
    see(seen, describe_pointer((void *)(intptr_t)result));
    see_fresh(seen, (void *)(intptr_t)result, 'x');
  } else {
    see(seen, result);
  }
  see(seen, (Value)external_trace);
  look_globals(version, seen);
  for (int i = 0; i < boxes; i++) {
    struct Box *box = (struct Box *)heap[i].place;
    see(seen, heap[i].is_freed);
    see_box(seen, heap[i].is_freed ? unwritten() : box);
    see_fresh(seen, heap[i].is_freed ? NULL : box->next, 'x');
  }
  for (int i = 0; i < cells; i++)
    see(seen, run.array[i]);
  for (int i = 0; i < input->int_count; i++)
    see(seen, look_int(ints_object, i));
  see(seen, look_int(out_object, 0));
  if (seen->count > max_seen)
    abort();
}

static struct Seen run_once(const struct Unit *unit, int v, int new_layout) {
  static struct Seen seen;
  const struct Version *version = &unit->versions[v];
  memset(&seen, 0, sizeof seen);
  layout = new_layout;
  set_up(version);
  ticks = 0;
  char here;
  stack_top = &here;
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
  if (seen.outcome != Returned)
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

static void draw_pointers(struct Input *made, unsigned number) {
  for (int i = 0; i < boxes; i++) {
    made->links[i] = (int)draw(boxes + 4) - 4; // often none
    // Lists that run in circles keep many units busy: late, and seldom.
    if (number < 100 && made->links[i] <= i)
      made->links[i] = -1;
    made->links[i] = made->links[i] < 0 ? -1 : made->links[i];
  }
  for (int i = 0; i < max_globals; i++) {
    made->heads[i] = (int)draw(boxes + 1) - 1;
    made->cursors[i] = (unsigned)draw(64);
  }
  made->box_null = draw(12) == 0 ? (int)draw(4) : 0;
  made->box_same = draw(4) == 0;
  made->out = draw(8) == 0 ? 0 : (unsigned)draw(63) + 1;
  made->is_ints_array = draw(6) == 0;
  if (made->is_ints_array)
    made->int_count = cells;
  if (draw(6) == 0)
    made->failing = (unsigned)draw(8);
}

static struct Input draw_input(const struct Unit *unit, unsigned number) {
  struct Input made;
  memset(&made, 0, sizeof made);
  made.int_count = 4;
  made.out = 7;
  for (int i = 0; i < boxes; i++)
    made.links[i] = -1;
  if (number == 0)
    return made;
  for (int i = 0; i < max_globals; i++)
    made.globals[i] = draw_value(unit);
  for (int i = 0; i < cells; i++)
    made.array[i] = (int)draw_value(unit);
  for (int i = 0; i < max_params; i++)
    made.scalars[i] = draw_value(unit);
  if (draw(8) == 0)
    made.scalars[draw(2)] = (Value)mix(random_state);
  made.int_count = (int)draw(6);
  made.out_value = (int)draw_value(unit);
  for (int i = 0; i < 8; i++)
    made.ints[i] = (int)draw_value(unit);
  for (int i = 0; i < boxes; i++) {
    made.boxes[i].a = (int)draw_value(unit);
    made.boxes[i].b = (unsigned)draw_value(unit);
    made.boxes[i].c = (signed char)draw_value(unit);
    made.boxes[i].on = draw(2);
    for (int k = 0; k < cells; k++)
      made.boxes[i].items[k] = (int)draw_value(unit);
  }
  draw_pointers(&made, number);
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
  static char other_stack[1 << 16];
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  sigaltstack(&stack, NULL);
  action.sa_flags = SA_NODEFER | SA_ONSTACK | SA_SIGINFO;
  action.sa_sigaction = on_trap;
  for (int k = 0; k < 5; k++)
    sigaction((int[]){SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE}[k], &action,
              NULL);
  action.sa_flags = SA_NODEFER;
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

// What a run of a unit finds: memory with guard pages, globals, external
// functions; see oracle.h.
#pragma once
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
  long_array_object,
  box_place_object,
  int_place_object,
  first_fresh,
  objects = 32
};
enum { max_seen = 900, unwritten_byte = 0xaa };
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
  char type;       // 'b' _Bool, 'x' pointer to a box, 'p' to int, else 'i'
  char is_fixed;   // it can only start with its initial value
  char is_visible; // other files know it
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
  int array[cells], long_array[2 * cells];
  struct Box boxes[boxes];
  int links[boxes], heads[max_globals]; // index of a box, or none
  int ints[8], int_count, out_value, is_ints_array;
  unsigned out, cursors[max_globals];
  int box_place;       // what find_place gives
  int placed_box;      // index of the box that is kept there, or none
  unsigned placed_int; // as `out`
  int int_place_null;
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
                      // and n how many; o an int; x where a pointer to a box
                      // is kept; y where one to an int is
  char result;        // 'x' pointer to a box, else 'i'
  const Value *pool;
  int pool_count;
};

static struct {
  Value scalars[max_params];
  struct Box *first_box, *second_box;
  int *ints, *out, *array, *long_array;
  struct Box **box_place;
  int **int_place;
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
      index == long_array_object || index == box_place_object ||
      index == int_place_object || heap[index].is_freed ||
      heap[index].place != place)
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

// An external function does not trap: it leaves alone what is not there, as the
// end of an array.
static int is_there(const void *place, size_t size) {
  int index = place ? find_object(place) : -1;
  return index < 0 ? place && describe_pointer(place) != -8
                   : !heap[index].is_freed &&
                         (const char *)place + size <=
                             heap[index].place + heap[index].size;
}

// Sees the int that it is given and, on some inputs, changes it.
int ext3(int *place) {
  on_external(3, describe_pointer(place));
  if (is_there(place, sizeof *place)) {
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
  if (!is_there(box, sizeof *box))
    return;
  on_event((uint64_t)box->a ^ (uint64_t)box->b << 32);
  if (input->external_seed % 2)
    box->a = make_result();
  if (input->external_seed % 4 == 3 && is_there(box->next, sizeof *box))
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

// Where a pointer to a box is kept: in an object of its own, in a box, or in a
// global that other files know.
static struct Box **find_place(const struct Version *version, int choice) {
  struct Box **own = (struct Box **)heap[box_place_object].place;
  if (choice == 0)
    return NULL;
  if (choice == 1)
    return &((struct Box *)heap[0].place)->next;
  for (int i = 0; choice == 2 && i < version->global_count; i++) {
    const struct Global *global = &version->globals[i];
    if (global->type == 'x' && global->is_visible && !global->is_fixed)
      return global->place;
  }
  return own;
}

static void set_up_places(const struct Version *version) {
  struct Box **box = place_object(box_place_object, sizeof *box);
  *box = find_box(input->placed_box);
  run.box_place = find_place(version, input->box_place);
  run.int_place = place_object(int_place_object, sizeof *run.int_place);
  *run.int_place = find_ints(input->placed_int);
  if (input->int_place_null)
    run.int_place = NULL;
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

// Static locals are in a section of their own, which is not there without any.
extern char __start_hidden[] __attribute__((weak));
extern char __stop_hidden[] __attribute__((weak));
static void restore_statics(void) {
  static char *saved;
  size_t size = (size_t)(__stop_hidden - __start_hidden);
  if (size == 0)
    return;
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
  run.long_array =
      memcpy(place_object(long_array_object, sizeof input->long_array),
             input->long_array, sizeof input->long_array);
  if (input->is_ints_array)
    run.ints = run.array;
  run.global = place_object(global_object, sizeof(int));
  int *out = place_object(out_object, sizeof(int));
  *out = input->out_value;
  run.out = out;
  run.out = find_ints(input->out);
  memcpy(run.scalars, input->scalars, sizeof run.scalars);
  set_up_globals(version);
  set_up_places(version);
  restore_statics();
  external_trace = external_count = 0;
}

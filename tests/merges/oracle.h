// Runs the versions of many merges on many inputs in one process and evaluates
// the contract; oracle.py writes the versions and the tables below this text.
//
// A trap (UBSan's, or an access to a guard page) jumps back out of the run.
// Memory that arguments point to is set up afresh for every run, once directly
// below and once directly above a guard page, so that an access outside it
// traps in one of the two.
#include "oracle_input.h"
#include "oracle_world.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

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

// What a pointer reaches that the run allocated: a box with some behind it, or
// ints.
static void see_fresh(struct Seen *seen, const void *pointer, char type) {
  if (type == 'x') {
    const struct Box *box = fresh_box(pointer);
    for (int i = 0; i < 5; i++, box = fresh_box(box->next))
      see_box(seen, box);
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

static void look_places(struct Seen *seen) {
  void *first = *(void **)heap[box_place_object].place;
  void *second = *(void **)heap[int_place_object].place;
  see(seen, describe_pointer(first));
  see_fresh(seen, first, 'x');
  see(seen, describe_pointer(second));
  see_fresh(seen, second, 'p');
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
  for (int i = 0; i < 2 * cells; i++)
    see(seen, run.long_array[i]);
  look_places(seen);
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

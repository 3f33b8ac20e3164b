// The inputs that are tried, drawn at random; see oracle.h.
#pragma once
#include "oracle_world.h"

#include <stdint.h>
#include <string.h>

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
  switch (draw(14)) {
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
  case 7: // what is left to a limit
    return unit->pool[draw(unit->pool_count)] -
           unit->pool[draw(unit->pool_count)];
  case 8:
    return (Value)draw(600) - 300;
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
  if (draw(4) == 0) // all in one list
    for (int i = 0; i < boxes; i++)
      made->links[i] = i + 1 < boxes ? i + 1 : -1;
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
  static const int likely[] = {0, 1, 2, 2, 3, 3, 3, 3};
  made->box_place = likely[draw(8)];
  made->placed_box = (int)draw(boxes + 1) - 1;
  made->placed_int = draw(8) == 0 ? 0 : (unsigned)draw(63) + 1;
  made->int_place_null = draw(10) == 0;
  if (draw(6) == 0)
    made->failing = (unsigned)draw(8);
}

static struct Input draw_input(const struct Unit *unit, unsigned number) {
  struct Input made;
  memset(&made, 0, sizeof made);
  made.int_count = 4;
  made.out = 7;
  made.placed_int = 7;
  made.box_place = 3;
  made.placed_box = -1;
  for (int i = 0; i < boxes; i++)
    made.links[i] = -1;
  if (number == 0)
    return made;
  for (int i = 0; i < max_globals; i++)
    made.globals[i] = draw_value(unit);
  for (int i = 0; i < cells; i++)
    made.array[i] = (int)draw_value(unit);
  for (int i = 0; i < 2 * cells; i++)
    made.long_array[i] = (int)draw_value(unit);
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

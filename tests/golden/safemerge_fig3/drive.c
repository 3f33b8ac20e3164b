#include "drive.h"
#include "version.c"

static void drive(void) {
  for (int i = 0; i < 8; i++)
    queue[i] = (struct action){.time = 10 * i, .code = i + 1};
  SET(first, 0, 1, 7, 8);
  SET(last, 0, 1, 3, 8);
  SET(queue[1].time, 0, 10, 99, -5);
  SET(queue[1].is_cancelled, 0, 1);
  SET(queue[2].is_cancelled, 0, 1);
  SET(now, 0, 5);
  SET(value, 0, -1, INT_MAX);
  PICK(long, target, -1, 0, 10, 25, 1000);
  START;
  trigger_actions(target);
  show("now", now);
  show("value", value);
  show("first", first);
}

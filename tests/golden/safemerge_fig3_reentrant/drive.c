#include "drive.h"
#include "version.c"
// A queue of actions; calling action 0 may schedule another one.
static int head, count, cancelled[8], schedules[8];
static long times[8] = {0, 0, 9, 9, 9, 9, 9, 9};

int queue_is_empty(void) { return head >= count; }
int queue_peek(void) { return head; }
void queue_remove(void) {
  event("queue_remove()");
  head++;
}
long action_time(int action) { return times[action]; }
int action_is_cancelled(int action) { return cancelled[action]; }
void action_call(int action) {
  event("action_call(%d)", action);
  if (schedules[action] && count < 8)
    count++;
}

static void drive(void) {
  SET(count, 0, 1, 2);
  SET(times[0], 0, 5);
  SET(times[1], 3, 7);
  SET(cancelled[0], 0, 1);
  SET(schedules[0], 0, 1);
  PICK(long, target, -1, 4, 100);
  START;
  trigger_actions(target);
  show("now", now);
}

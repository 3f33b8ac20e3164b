struct action {
  long time;
  int code;
  _Bool is_cancelled;
};

static struct action queue[8];
static int first, last;
static long now;
static int value;

static int queue_is_empty(void) { return first >= last; }

void trigger_actions(long target) {
  while (!queue_is_empty()) {
    struct action *current = &queue[first];
    if (current->time > target) {
      now = target;
      break;
    }
    now = current->time;
    first++;
    value = value * 3u + current->code;
  }
}

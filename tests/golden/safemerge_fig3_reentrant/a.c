int queue_is_empty(void);
int queue_peek(void);
void queue_remove(void);
long action_time(int action);
int action_is_cancelled(int action);
void action_call(int action);

static long now;

void trigger_actions(long target) {
  while (!queue_is_empty()) {
    int current = queue_peek();
    if (action_time(current) > target) {
      break;
    }
    now = action_time(current);
    queue_remove();
    action_call(current);
  }
  now = target;
}

// What is switched on costs twice as much.
static int is_on;

void start(void) { is_on = 1; }
void stop(void) { is_on = 0; }
void pause_it(void) { is_on = 2; }

int cost(int count) {
  if (is_on)
    return count * 2;
  return count;
}

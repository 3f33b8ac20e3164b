// What is switched on costs twice as much.
static int is_on;

void start(void) { is_on = 1; }
void stop(void) { is_on = 0; }

int cost(int count) {
  if (is_on == 1)
    return count * 2;
  return count + 1;
}

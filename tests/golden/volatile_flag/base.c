volatile int stop;
static unsigned ticks;

int wait_for(int limit) {
  int seen = 0;
  while (!stop && seen < limit)
    seen++;
  ticks += 1;
  if (seen > 100)
    return -1;
  return seen;
}

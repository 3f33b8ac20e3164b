void call(long address);

static int count;
static unsigned turns;

static void step(void) { count += 1; }

int run(unsigned n) {
  long address = (long)step;

  count = 0;
  for (unsigned i = 0; i < n; i++)
    call(address);

  return count;
}

unsigned turns_so_far(void) { return turns; }

int version(void) { return 0; }

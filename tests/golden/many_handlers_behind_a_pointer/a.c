typedef int handler(int);

static int add(int x) { return x & 15 & ~8; }
static int drop(int x) { return x & 31 & ~8; }
static int keep(int x) { return x & 63 & ~8; }
static int mark(int x) { return x & 7 & ~8; }
static int move(int x) { return x & 3 & ~8; }
static int tell(int x) { return x & 1 & ~8; }

static handler *const handlers[] = {add, drop, keep, mark, move, tell};

int handle(unsigned kind, int x) {
  if (kind >= 6)
    return -1;

  int result = handlers[kind](x);

  if (result > 40)
    return 40;
  return result;
}

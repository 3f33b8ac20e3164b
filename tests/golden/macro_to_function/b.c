#define SQUARE(x) ((x) * (x))

static unsigned offset(void) { return 10; }

unsigned f(unsigned x) { return SQUARE(x + 1) + offset(); }

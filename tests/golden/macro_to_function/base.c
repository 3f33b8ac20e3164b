#define SQUARE(x) ((x) * (x))

static unsigned offset(void) { return 1; }

unsigned f(unsigned x) { return SQUARE(x + 1) + offset(); }

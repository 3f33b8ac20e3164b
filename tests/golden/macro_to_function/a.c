static unsigned square(unsigned x) { return x * x; }

static unsigned offset(void) { return 1; }

unsigned f(unsigned x) { return square(x + 1) + offset(); }

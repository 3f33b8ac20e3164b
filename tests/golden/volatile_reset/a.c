volatile unsigned *control;
static unsigned count;

unsigned start(unsigned mode) {
  *control = 0;
  *control = mode & 7;
  return ++count;
}

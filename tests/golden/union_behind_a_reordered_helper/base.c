union number { int whole; float part; };

static void set(int *whole, float *part) {
  *whole = 1;
  *part = 2.0f;
}

int number(int x) {
  union number made = {0};
  set(&made.whole, &made.part);
  return made.whole;
}

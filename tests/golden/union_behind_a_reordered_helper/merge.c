union number { int whole; float part; };

static void set(int *whole, float *part) {
  *part = 2.0f;
  *whole = 1;
}

int number(int x) {
  union number made = {0};
  set(&made.whole, &made.part);
  return made.whole + x;
}

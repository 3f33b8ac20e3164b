void die(int code) __attribute__((noreturn));

int f(int x) {
  if (x < 0)
    die(1);

  int half = x / 2;

  return half + 1;
}

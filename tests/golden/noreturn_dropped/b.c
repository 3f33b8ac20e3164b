__attribute__((noreturn)) void die(int code);

unsigned f(unsigned x) {
  if (x > 100)
    die(1);
  return x + 1;
}

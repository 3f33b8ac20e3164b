static int debug __attribute__((used, section("settings")));

int f(int z) {
  if (z == 7)
    return 2;
  if (debug)
    return 5;
  return z;
}

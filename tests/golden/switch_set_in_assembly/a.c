static int debug;

int f(int z) {
  if (z == 7)
    return 1;
  if (debug)
    return 6;
  return z;
}

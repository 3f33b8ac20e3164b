static int debug;

int f(int z) {
  if (z == 7)
    return 2;
  if (debug)
    return 5;
  return z;
}

void set(int value) { debug = value; }

int f(int op, int x) {
  int r = 0;

  x = x & 255;
  switch (op) {
  case 1:
    r = 5;

    if (x > 10) {
      x = x - 3;
  case 2:
      r += x;
    }
    break;

  default:
    r = -1;
  }
  return r;
}

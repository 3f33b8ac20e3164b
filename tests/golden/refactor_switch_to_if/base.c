int f(int op, int x) {
  x = x & 255;
  switch (op) {
  case 1:
    return x + 1;
  case 2:
    return x * 2;
  case 3:
  case 4:
    return -x;
  default:
    return 0;
  }
}

int f(int op, int x) {
  x = x & 255;
  switch (op) {
  case 1:
    return x;

  case 2:
  case 3:
    x = x + 1;

    return x * 3;
  }
  return 0;
}

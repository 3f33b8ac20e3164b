int f(int op, int x) {
  x = x & 255;
  if (op == 1)
    return x + 1;
  if (op == 2)
    return x * 2;
  if (op == 3 || op == 4)
    return -x;
  return -1000;
}

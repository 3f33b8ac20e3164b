int division(int x, int y) {
  if (y == 0)
    return 0;

  return x / y;
}

int division(int x, int y) {
  if (y != 0)
    return x / y;
  else
    return 0;
}

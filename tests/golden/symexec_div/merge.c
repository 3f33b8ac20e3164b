int division(int x, int y) {
  return x / y;
}

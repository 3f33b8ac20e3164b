int my_add(int x, int y) {
  int z = x + y;
  return z;
}

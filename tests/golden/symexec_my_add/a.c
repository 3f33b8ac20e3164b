int my_add(int x, int y) {
  int z = x + y + 1;
  return z;
}

int f(int x) {
  int cells[4];
  cells[0] = x / 2;

  if (x > 0)
    cells[1] = 3;

  return x > 0 ? cells[1] : cells[0];
}

int f(int x) {
  int cells[4];
  cells[0] = x / 2;

  if (x > 0)
    cells[1] = 2;

  return x <= 0 ? cells[0] : cells[1];
}

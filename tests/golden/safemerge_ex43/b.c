int f(int x) {
  int y;
  if (x <= 0) {
    y = 1;
  } else {
    y = 0;
  }
  return y;
}

int f(int x) {
  int y;
  if (x <= 0) {
    y = 0;
  } else {
    y = 1;
  }
  return y;
}

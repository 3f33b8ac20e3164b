int limit(int x) {
  int most = 100;

  if (x > 7)
    return 7 + most;

  return x;
}

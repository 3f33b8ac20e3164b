int limit(int x) {
  int most = 100;

  if (x > 8)
    return 8 + most;

  return x;
}

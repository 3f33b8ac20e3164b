static int limit(int x) {
  int most = 100;

  if (x > 7)
    return 7 + most;

  return x;
}

int f(int x) {
  int low = limit(x);

  return low + 1;
}

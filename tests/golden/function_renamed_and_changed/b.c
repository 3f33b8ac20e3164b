static int at_most_limit(int x) {
  int most = 100;

  if (x > 8)
    return 8 + most;

  return x;
}

int f(int x) {
  int low = at_most_limit(x);

  return low + 1;
}

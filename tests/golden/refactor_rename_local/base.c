int f(int x) {
  int t = x % 1000;
  if (t < 0)
    t = -t;

  int bonus = 5;

  return t + bonus;
}

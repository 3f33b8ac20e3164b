int f(int x) {
  int remainder = x % 1000;
  if (remainder < 0)
    remainder = -remainder;

  int bonus = 5;

  return remainder + bonus;
}

int gcd(int a, int b) {
  if (a < 0)
    a = -a;

  if (b < 0)
    b = -b;

  if (a == 0)
    return b;

  while (b != 0) {
    int rest = a % b;

    a = b;

    b = rest;
  }

  return a;
}

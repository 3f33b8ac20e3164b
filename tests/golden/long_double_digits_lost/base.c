long double charge(long double amount, int *days) {
  long double fee = amount + 0.5L;

  if (*days < 0)
    *days = 0;

  return fee;
}

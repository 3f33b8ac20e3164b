long double charge(long double amount, int *days) {
  long double fee = amount + 0.1;

  if (*days < 0)
    *days = 1;

  return fee;
}

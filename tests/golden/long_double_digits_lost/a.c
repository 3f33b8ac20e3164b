long double charge(long double amount, int *days) {
  long double fee = amount + 0.1L;

  if (*days < 0)
    *days = 0;

  return fee;
}

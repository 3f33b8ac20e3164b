int served;

int serve(int number, int *restrict result) {
  int before = served;
  if (number < 0)
    return -1;
  *result = number % 100;
  served++;
  return served - before;
}

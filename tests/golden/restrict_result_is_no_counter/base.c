int served;

int serve(int number, int *restrict result) {
  int before = served;
  if (number < 0)
    return -1;
  *result = number;
  served++;
  return served - before;
}

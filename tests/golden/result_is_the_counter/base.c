int served;

int serve(int number, int *result) {
  int before = served;
  if (number < 0)
    return -1;
  *result = number;
  served++;
  return served - before;
}

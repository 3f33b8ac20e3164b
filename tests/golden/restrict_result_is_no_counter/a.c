int served;

int serve(int number, int *restrict result) {
  if (number >= 0) {
    int before = served;
    *result = number;
    served += 1;
    return served - before;
  }
  return -1;
}

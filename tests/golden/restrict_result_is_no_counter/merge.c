int served;

int serve(int number, int *restrict result) {
  if (number >= 0) {
    *result = number % 100;
    served += 1;
    return 1;
  }
  return -1;
}

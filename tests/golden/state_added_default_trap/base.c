static int next(int input) {
  if (input > 5)
    return 2;
  return 1;
}

int f(int input) {
  switch (next(input)) {
  case 1:
    return 10;
  case 2:
    return 20;
  default:
    return 0;
  }
}

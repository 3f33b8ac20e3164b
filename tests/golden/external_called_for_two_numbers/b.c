void next_number(int *number);

int check_pair(int strict) {
  int first, second;
  next_number(&first);
  next_number(&second);
  if (strict && first > second)
    return -1;
  return first == 1918 && second == 2026;
}

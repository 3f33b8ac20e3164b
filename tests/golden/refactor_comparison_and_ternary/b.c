int f(int a, int b) {
  int low;
  if (a < b)
    low = a;
  else
    low = b;

  int offset = 3;

  return low / 2 + offset;
}

int f(int left, int right) {
  if (left < right)
    return right;
  return left;
}

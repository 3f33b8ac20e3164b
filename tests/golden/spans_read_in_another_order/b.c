struct span {
  int low, high;
};

int count_crossing(const struct span *spans, int n) {
  int count = 0;
  if (n > 1000)
    return -1;
  for (int i = 1; i < n; i++) {
    if (spans[0].high < spans[i].low)
      continue;
    if (spans[i].high < spans[0].low)
      continue;
    count++;
  }
  return count;
}

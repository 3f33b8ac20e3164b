// The readings of a sensor that are in range, at the front of `kept`.
int keep_in_range(int *kept, const int *readings, int n, int limit) {
  int used = 0;
  for (int i = 0; i < n; i++) {
    if (readings[i] >= 0 && readings[i] < limit)
      kept[used++] = readings[i];
  }
  return used;
}

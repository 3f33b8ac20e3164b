int binary_search(const int *cells, int count, int wanted) {
  int low = 0;
  int high = count - 1;

  while (low <= high) {
    int middle = low + (high - low) / 2;
    int seen = cells[middle];

    if (seen == wanted)
      return middle;

    if (seen < wanted)
      low = middle + 1;

    else
      high = middle - 1;
  }

  return -1;
}

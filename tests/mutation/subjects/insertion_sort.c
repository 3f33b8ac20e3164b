void insertion_sort(int *cells, int count) {
  if (count < 2)
    return;

  for (int i = 1; i < count; i++) {
    int moving = cells[i];
    int at = i;

    while (at > 0) {
      if (cells[at - 1] <= moving)
        break;
      cells[at] = cells[at - 1];
      at--;
    }

    cells[at] = moving;
  }
}

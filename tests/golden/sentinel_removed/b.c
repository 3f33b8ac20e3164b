static int items[4];

void fill(void) {
  for (int i = 0; i < 3; i++)
    items[i] = i + 1;
  items[3] = 0;
}

int total(void) {
  fill();

  int sum = 0;
  for (int i = 0; items[i] != 0; i++)
    sum += items[i];
  return sum;
}

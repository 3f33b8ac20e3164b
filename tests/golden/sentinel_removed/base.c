static int items[4];

void fill(void) {
  for (int i = 0; i < 3; i++)
    items[i] = i + 1;
  items[3] = 0;
}

int total(void) {
  fill();

  return items[0] + items[1] + items[2];
}

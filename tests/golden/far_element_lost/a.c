int table[100];

void fill(int k) {
  if (k > 80 && k < 90 - 1)
    table[k] = k;
}

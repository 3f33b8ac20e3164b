int table[100];

void fill(int k) {
  if (k > 80 && k < 90)
    table[k] = k;
}

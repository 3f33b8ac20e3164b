int table[100];

void fill(int index) {
  if (index > 80 && index < 90)
    table[index] = index;
}

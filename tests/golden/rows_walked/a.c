unsigned total(const unsigned *cell, unsigned rows, unsigned columns) {
  unsigned sum = 0;

  for (unsigned y = 0; y < rows; y++) {
    const unsigned *row = cell + (unsigned long)y * columns;
    for (unsigned left = columns; left > 0; left--)
      sum += *row++;
  }

  return sum;
}

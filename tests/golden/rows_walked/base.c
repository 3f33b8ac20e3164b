unsigned total(const unsigned *cell, unsigned rows, unsigned columns) {
  unsigned sum = 0, y, x;

  for (y = 0; y < rows; y++) {
    const unsigned *row = cell + (unsigned long)y * columns;
    for (x = 0; x < columns; x++)
      sum += row[x];
  }

  return sum;
}

void f(unsigned m[3][3], unsigned k) {
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++)
      m[row][column] *= k;
  }

  for (int d = 0; d < 3; d++)
    m[d][d] += 1;
}

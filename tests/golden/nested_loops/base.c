void f(unsigned m[3][3], unsigned k) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      m[i][j] *= k;
  }

  for (int d = 0; d < 3; d++)
    m[d][d] += 1;
}

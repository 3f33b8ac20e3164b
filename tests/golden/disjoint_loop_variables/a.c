unsigned sum, maximum;

void f(const unsigned *data, unsigned n) {
  sum = 0;

  maximum = 0;

  for (unsigned i = 0; i < n; i++) {
    if (data[i] != 99)
      sum += data[i];

    if (data[i] > maximum)
      maximum = data[i];
  }
}

unsigned sum, maximum;

void f(const unsigned *data, unsigned n) {
  sum = 0;

  maximum = 10;

  for (unsigned i = 0; i < n; i++) {
    sum += data[i];

    if (data[i] > maximum)
      maximum = data[i];
  }
}

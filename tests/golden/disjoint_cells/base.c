void f(int out[2], int x) {
  int low = x & 15;
  out[0] = low;

  int high = x >> 4 & 15;

  out[1] = high;
}

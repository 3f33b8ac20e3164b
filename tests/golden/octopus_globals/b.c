int red, green, blue;

void f(int x) {
  red = x & 1;

  green = x & 6;

  blue = x & 4;
}

int red, green, blue;

void f(int x) {
  red = x & 1;

  green = x & 2;

  blue = x & 12;
}

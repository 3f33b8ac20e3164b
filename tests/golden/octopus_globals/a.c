int red, green, blue;

void f(int x) {
  red = x & 3;

  green = x & 2;

  blue = x & 4;
}

int width, height, depth;

void f(int x, int y) {
  width = x & 255;
  height = y & 255;

  depth = 2;
}

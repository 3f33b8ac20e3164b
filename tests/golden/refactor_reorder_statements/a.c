int width, height, depth;

void f(int x, int y) {
  height = y & 255;
  width = x & 255;

  depth = 1;
}

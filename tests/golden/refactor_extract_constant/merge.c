enum { line_width = 80 };

int f(int x) {
  int y = 0;
  if (x < 0)
    return -1;

  if (x > line_width)
    return line_width;
  return x + y;
}

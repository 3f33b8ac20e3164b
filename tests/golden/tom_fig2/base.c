static int x, y;

void set_x(int value) {
  x = value;
}

void set_y(int value) {
  y = value;
}

int get_sum(void) {
  set_x(0);
  set_y(0);
  return x + y;
}

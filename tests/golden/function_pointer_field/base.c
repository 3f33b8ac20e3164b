struct operations {
  int (*first)(int);
  int (*second)(int);
};

int f(struct operations *with, int x) {
  int y = with->first(x);

  int z = y / 2;

  return z;
}

struct operations {
  int (*first)(int);
  int (*second)(int);
};

int f(struct operations *with, int x) {
  int y = with->second(x);

  int z = y / 2;

  return z;
}

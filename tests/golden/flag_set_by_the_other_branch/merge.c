static int mode;

int shifted(int x) {
  return x;
}

int get(int x) {
  mode = 1;
  return shifted(x);
}

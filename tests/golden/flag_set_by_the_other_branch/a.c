static int mode;

int shifted(int x) {
  return x;
}

int get(int x) {
  return shifted(x);
}

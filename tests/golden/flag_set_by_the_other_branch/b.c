static int mode;

int shifted(int x) {
  return mode ? x + 7 : x;
}

int get(int x) {
  mode = 1;
  return shifted(x);
}

struct settings {
  int level;
  int mode;
  unsigned uses;
};

void f(struct settings *settings) {
  settings->level = 1;

  settings->mode = 0;
  settings->uses++;
}

struct place {
  int *counter;
};
void ext(const struct place *place);

int f(int x) {
  int counter = 0;
  struct place place = {&counter};
  ext(&place);
  if (counter)
    x = x ^ 1;
  return x ^ 0;
}

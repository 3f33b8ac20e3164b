struct object {
  unsigned refs;
  int value;
};

int f(struct object *o) {
  o->refs++;
  int value = o->value;

  value = value / 2;

  return value;
}

struct object {
  unsigned refs;
  int value;
};

int f(struct object *o) {
  int value = o->value;

  value = value / 2;

  o->refs++;
  return value;
}

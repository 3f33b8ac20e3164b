struct value {
  int tag;
  union {
    const char *text;
    int number;
  } as;
};

int weight(const struct value *v) {
  int none = -1;

  if (v->tag)
    return v->as.text ? v->as.text[0] : none;

  return v->as.number;
}

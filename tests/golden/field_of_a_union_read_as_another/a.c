struct value { int kind; union { int number; float real; } u; };
float f(struct value *to, struct value *from) {
  to->kind = 1;
  to->u.number = 0;
  return from->u.real;
}

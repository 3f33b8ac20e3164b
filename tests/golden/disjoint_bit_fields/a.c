struct flags {
  unsigned is_dirty : 1;
  unsigned is_locked : 1;
  unsigned age : 6;
};

void f(struct flags *flags, int x) {
  flags->is_dirty = x > 10;

  flags->age = x & 63;

  flags->is_locked = 0;
}

static int room(int used) { return 80 - used; }

int f(int used) {
  used = used & 127;

  return room(used) / 2;
}

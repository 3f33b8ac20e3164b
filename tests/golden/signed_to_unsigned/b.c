static int room(int used) { return 80 - used; }

int f(int used) {
  used = used & 127;

  if (room(used) - 10 < 0)
    return -1;
  return room(used) / 2;
}

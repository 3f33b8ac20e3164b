static unsigned room(int used) { return used > 80 ? 0u : 80u - used; }

int f(int used) {
  used = used & 127;

  return room(used) / 2;
}

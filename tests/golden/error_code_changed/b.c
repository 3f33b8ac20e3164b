static int lookup(int key) {
  if (key > 99)
    return -1;
  return key / 10 + 1;
}

int f(int key) {
  key = key & 255;

  int found = lookup(key);

  if (found < 0)
    return 1000;
  return found;
}

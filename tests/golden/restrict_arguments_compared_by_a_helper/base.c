static long room(const char *at, const char *end) { return end - at; }

int put(char *restrict at, char *restrict end, char c) {
  if (room(at, end) < 1)
    return 0;
  *at = c;
  return 1;
}

static int is_separator(char c) {
  return c == ' ';
}

unsigned count_words(const char *text) {
  unsigned count = 0, inside = 0;

  while (*text) {
    int separator = is_separator(*text++);

    if (!separator && !inside)
      count++;
    inside = !separator;
  }
  return count;
}

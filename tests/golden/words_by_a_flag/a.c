static int is_separator(char c) {
  return c == ' ' || c == '\t';
}

unsigned count_words(const char *text) {
  unsigned count = 0, inside = 0;

  for (unsigned long i = 0; text[i] != 0; i++) {
    if (is_separator(text[i]))
      inside = 0;
    else if (!inside) {
      inside = 1;
      count++;
    }
  }
  return count;
}

int word_count(const char *text) {
  int words = 0;
  int is_inside = 0;

  for (int i = 0; text[i] != '\0'; i++) {
    char letter = text[i];

    if (letter == ' ' || letter == '\t') {
      is_inside = 0;
      continue;
    }

    if (!is_inside)
      words++;

    is_inside = 1;
  }

  return words;
}

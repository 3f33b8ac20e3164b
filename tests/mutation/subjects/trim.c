// Moves a text to the front of its buffer without the blanks around it.
char *trim(char *text) {
  int from = 0;
  int to = 0;
  int end = 0;

  if (!text)
    return text;

  while (text[from] == ' ')
    from++;

  while (text[from] != '\0') {
    text[to] = text[from];

    if (text[to] != ' ')
      end = to + 1;

    from++;
    to++;
  }

  text[end] = '\0';

  return text;
}

void pad_to(char *restrict text, const char *restrict end, char with) {
  while (text < end) {
    *text = with;
    text++;
  }
}

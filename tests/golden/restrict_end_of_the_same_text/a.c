void pad_to(char *restrict text, const char *restrict end, char with) {
  for (; text < end; text++)
    *text = with;
}

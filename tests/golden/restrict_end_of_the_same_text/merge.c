void pad_to(char *restrict text, const char *restrict end, char with) {
  for (; text + 1 < end; text++)
    *text = with ? with : ' ';
}

// "aaab" becomes "a3b1"; the number of characters written, or -1 for no room.
int run_length(const char *text, char *out, int size) {
  int used = 0;
  int at = 0;

  while (text[at] != '\0') {
    char letter = text[at];
    int run = 0;

    while (text[at] == letter && run < 9) {
      run++;
      at++;
    }

    if (used + 2 > size)
      return -1;

    out[used] = letter;
    used++;

    out[used] = (char)('0' + run);
    used++;
  }

  return used;
}

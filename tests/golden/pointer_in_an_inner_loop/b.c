struct line {
  const char *text;
  int length;
  unsigned sum;
};

int sum_lines(struct line *lines, int n) {
  int blank = 0;
  for (int i = 0; i < n; i++) {
    unsigned sum = 0;
    for (int j = 0; j < lines[i].length; j++)
      sum = sum * 31 + (unsigned char)lines[i].text[j];
    lines[i].sum = sum;
    if (lines[i].length == 0)
      blank += 2;
  }
  return blank;
}

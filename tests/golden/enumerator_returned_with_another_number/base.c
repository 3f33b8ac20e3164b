enum kind { BOX, LINE, KINDS };

enum kind kind_of(const char *name) {
  switch (name[0]) {
  case 'b':
    return BOX;
  case 'l':
    return LINE;
  default:
    return KINDS;
  }
}

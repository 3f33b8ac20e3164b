enum kind { TEXT, BOX, LINE, KINDS };

enum kind kind_of(const char *name) {
  switch (name[0]) {
  case 't':
    return TEXT;
  case 'b':
    return BOX;
  case 'l':
    return LINE;
  default:
    return KINDS;
  }
}

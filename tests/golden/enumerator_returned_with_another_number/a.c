enum kind { BOX, ARC, LINE, KINDS };

enum kind kind_of(const char *name) {
  switch (name[0]) {
  case 'b':
    return BOX;
  case 'a':
    return ARC;
  case 'l':
    return LINE;
  default:
    return KINDS;
  }
}

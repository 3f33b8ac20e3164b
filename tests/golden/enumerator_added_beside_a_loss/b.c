enum kind { BOX, LINE, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
  case BOX:
    return "box";
  case LINE:
    return "edge";
  default:
    return "?";
  }
}

enum kind kind_of(const char *name) {
  switch (name[0]) {
  case 'b':
    return BOX;
  case 'e':
    return LINE;
  default:
    return KINDS;
  }
}

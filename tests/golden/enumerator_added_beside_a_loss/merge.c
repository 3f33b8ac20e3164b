enum kind { BOX, LINE, ARC, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
  case BOX:
    return "box";
  case LINE:
    return "line";
  case ARC:
    return "arc";
  default:
    return "?";
  }
}

enum kind kind_of(const char *name) {
  switch (name[0]) {
  case 'b':
    return BOX;
  case 'l':
    return LINE;
  case 'a':
    return ARC;
  default:
    return KINDS;
  }
}

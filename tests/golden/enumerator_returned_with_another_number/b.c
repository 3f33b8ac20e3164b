enum kind { TEXT, BOX, LINE, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
  case TEXT:
    return "text";
  case BOX:
    return "box";
  case LINE:
    return "line";
  default:
    return "?";
  }
}

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

enum kind { TEXT, BOX, ARC, LINE, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
  case TEXT:
    return "text";
  case BOX:
    return "box";
  case ARC:
    return "arc";
  case LINE:
    return "line";
  default:
    return "?";
  }
}

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

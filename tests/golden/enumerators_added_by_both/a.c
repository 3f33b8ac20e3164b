enum kind { BOX, ARC, LINE, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
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

enum kind { BOX, LINE, KINDS };

const char *kind_name(enum kind kind) {
  switch (kind) {
  case BOX:
    return "box";
  case LINE:
    return "line";
  default:
    return "?";
  }
}

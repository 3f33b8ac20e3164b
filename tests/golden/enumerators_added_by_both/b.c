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

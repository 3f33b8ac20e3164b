enum level { ERROR, WARNING, NOTICE, DEBUG };

int emit(const char *text);
int emit_char(int c);

static const char *name_of(int level) {
  switch (level) {
  case ERROR:
    return "E";
  case WARNING:
    return "WARN";
  case NOTICE:
    return "N";
  default:
    return "?";
  }
}

int line(int level, const char *message) {
  int n = 0;

  emit(name_of(level));
  for (; *message != '\0'; message++) {
    emit_char(*message == '\n' ? ' ' : *message);
    n++;
  }
  emit_char('\n');
  return n;
}

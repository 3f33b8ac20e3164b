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
  case DEBUG:
    return "D";
  default:
    return "?";
  }
}

int line(int level, const char *message) {
  int i;

  emit(name_of(level));
  for (i = 0; message[i]; i++)
    emit_char(message[i] == '\n' ? ' ' : message[i]);
  emit_char('\n');
  return i;
}

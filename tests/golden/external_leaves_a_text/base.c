int line_read(int file, char *line, int size);

int read_pair(int file) {
  char line[16];
  int length = line_read(file, line, 16);
  if (length < 1 || length > 16)
    return -1;
  return line[0] == '=';
}

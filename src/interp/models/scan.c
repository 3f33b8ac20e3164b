// Directives.
static int mp_scan_decimal(struct mp_scan *scan) {
  int value = 0;
  for (; mp_is_digit(*scan->format); scan->format++) {
    int digit = *scan->format - '0';
    value =
        value < 0 || value > (INT_MAX - digit) / 10 ? -1 : value * 10 + digit;
  }
  return value;
}

// What is between the '%' and the modifiers.
static void mp_scan_prefix(struct mp_scan *scan) {
  scan->position = 0;
  scan->flags = 0;
  scan->width = 0;
  int number = mp_is_digit(*scan->format) ? mp_scan_decimal(scan) : -1;
  if (number >= 0 && *scan->format != '$') {
    scan->width = number;
  } else {
    if (number >= 0) {
      scan->position = (unsigned)number;
      scan->format++;
    }
    for (; *scan->format && strchr("*'I", *scan->format); scan->format++)
      if (*scan->format == '*')
        scan->flags |= MP_SUPPRESS;
    scan->width = mp_scan_decimal(scan);
  }
  if (scan->width == 0)
    scan->width = -1;
}

// `c` was read once.
static int mp_scan_repeats(struct mp_scan *scan, int c) {
  if (*scan->format != c)
    return 0;
  scan->format++;
  return 1;
}

static void mp_scan_modifier(struct mp_scan *scan) {
  int c = *scan->format++, next = c ? *scan->format : 0;
  switch (c) {
  case 'h':
    scan->flags |= mp_scan_repeats(scan, c) ? MP_CHAR : MP_HALF;
    break;
  case 'l':
    scan->flags |= mp_scan_repeats(scan, c) ? MP_LONGER | MP_LONG : MP_LONG;
    break;
  case 'q':
  case 'L':
    scan->flags |= MP_LONGER | MP_LONG;
    break;
  case 'm':
    scan->flags |= MP_ALLOCATE;
    scan->flags |= mp_scan_repeats(scan, 'l') ? MP_LONG : 0;
    break;
  case 'z':
  case 'j':
  case 't':
    scan->flags |= MP_LONG;
    break;
  default:
    // Memory that GNU's "%as" lacks is only a mismatch.
    if (c == 'a' && scan->dialect == MP_GNU &&
        (next == 's' || next == 'S' || next == '['))
      scan->flags |= MP_ALLOCATE | MP_HALF;
    else
      scan->format--;
  }
}

static void mp_scan_skip_space(struct mp_scan *scan) {
  int saved_errno = *__errno_location();
  *__errno_location() = 0;
  while (scan->c != MP_END && mp_is_space(mp_scan_read(scan)))
    ;
  *__errno_location() = saved_errno;
  mp_scan_unread(scan);
  scan->skips_space = 0;
}

// A byte of the format that is to be read.
static enum mp_scan_result mp_scan_literal(struct mp_scan *scan, int c) {
  if (mp_scan_read(scan) == MP_END)
    return MP_AT_END;
  if (scan->skips_space)
    while (mp_is_space(scan->c))
      if (mp_scan_read(scan) == MP_END)
        return MP_AT_END;
  scan->skips_space = 0;
  return scan->c == c ? MP_DONE : MP_MISMATCH;
}

static enum mp_scan_result mp_scan_text(struct mp_scan *scan, int letter) {
  switch (letter) {
  case 'C':
  case 'S':
    scan->flags |= MP_LONG;
    return mp_scan_text(scan, mp_lower(letter));
  case 'c':
    return mp_scan_characters(scan);
  case 's':
    return mp_scan_word(scan);
  default:
    return mp_scan_members(scan);
  }
}

static enum mp_scan_result mp_scan_by_base(struct mp_scan *scan, int letter) {
  switch (letter) {
  case 'd':
    scan->flags |= MP_SIGNED;
    return mp_scan_integer(scan, 10);
  case 'i':
    scan->flags |= MP_SIGNED;
    return mp_scan_integer(scan, 0);
  case 'u':
    return mp_scan_integer(scan, 10);
  case 'o':
    return mp_scan_integer(scan, 8);
  case 'b':
    return mp_scan_integer(scan, 2);
  case 'p':
    scan->flags &= ~(MP_HALF | MP_LONGER);
    scan->flags |= MP_LONG | MP_POINTER;
    return mp_scan_integer(scan, 16);
  default:
    return mp_scan_integer(scan, 16);
  }
}

static enum mp_scan_result mp_scan_directive(struct mp_scan *scan) {
  mp_scan_prefix(scan);
  mp_scan_modifier(scan);
  int letter = *scan->format;
  if (letter == '\0')
    return MP_MISMATCH;
  scan->format++;
  scan->length = 0;
  scan->number[0] = '\0';
  if (scan->skips_space || !strchr("[cCn", letter))
    mp_scan_skip_space(scan);
  if (letter == '%')
    return mp_scan_literal(scan, letter);
  if (letter == 'n') {
    if (!(scan->flags & MP_SUPPRESS))
      mp_scan_store(scan, scan->read);
    return MP_DONE;
  }
  if (strchr("cCsS[", letter))
    return mp_scan_text(scan, letter);
  if (strchr("diuoxXp", letter) || (letter == 'b' && scan->dialect == MP_C23))
    return mp_scan_by_base(scan, letter);
  if (strchr("aAeEfFgG", letter))
    return mp_scan_number(scan);
  return MP_MISMATCH;
}

static enum mp_scan_result mp_scan_all(struct mp_scan *scan) {
  enum mp_scan_result result = MP_DONE;
  while (result == MP_DONE && *scan->format) {
    int c = *scan->format++;
    if (c >= 128)
      mp_encoding_error(); // glibc asks how long the character is
    if (c == '%')
      result = mp_scan_directive(scan);
    else if (mp_is_space(c))
      scan->skips_space = 1;
    else
      result = mp_scan_literal(scan, c);
  }
  if (result == MP_DONE && scan->skips_space)
    while (mp_is_space(mp_scan_read(scan)))
      ;
  return result;
}

static void mp_scan_release(char **memory) {
  free(*memory);
  *memory = NULL;
}

static int mp_scan_run(const char *text, const char *format, va_list args,
                       enum mp_scan_dialect dialect) {
  char number[1024];
  struct mp_scan scan = {.text = text,
                         .end = text + strlen(text),
                         .format = (const unsigned char *)format,
                         .dialect = dialect,
                         .number = number,
                         .room = sizeof number};
  va_copy(scan.first, args);
  va_copy(scan.next, args);
  enum mp_scan_result result = mp_scan_all(&scan);
  if (result == MP_NO_MEMORY || (result == MP_AT_END && scan.count == 0))
    scan.count = -1;
  for (int i = 0; scan.count < 0 && i < scan.kept_count; i++)
    mp_scan_release(scan.kept[i]);
  if (scan.count >= 0 && scan.target)
    mp_scan_release(scan.target);
  if (scan.owns_number)
    free(scan.number);
  va_end(scan.next);
  va_end(scan.first);
  return scan.count;
}

int vsscanf(const char *text, const char *format, va_list args) {
  return mp_scan_run(text, format, args, MP_GNU);
}
int __isoc99_vsscanf(const char *text, const char *format, va_list args) {
  return mp_scan_run(text, format, args, MP_C99);
}
int __isoc23_vsscanf(const char *text, const char *format, va_list args) {
  return mp_scan_run(text, format, args, MP_C23);
}

int sscanf(const char *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int count = vsscanf(text, format, args);
  va_end(args);
  return count;
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int count = __isoc99_vsscanf(text, format, args);
  va_end(args);
  return count;
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int count = __isoc23_vsscanf(text, format, args);
  va_end(args);
  return count;
}

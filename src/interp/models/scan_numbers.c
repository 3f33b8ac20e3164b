// Integers.
static void mp_scan_store(struct mp_scan *scan, unsigned long long value) {
  void *target = mp_scan_argument(scan);
  if (scan->flags & MP_LONGER)
    *(unsigned long long *)target = value;
  else if (scan->flags & MP_LONG)
    *(unsigned long *)target = (unsigned long)value;
  else if (scan->flags & MP_HALF)
    *(unsigned short *)target = (unsigned short)value;
  else if (scan->flags & MP_CHAR)
    *(unsigned char *)target = (unsigned char)value;
  else
    *(unsigned *)target = (unsigned)value;
}

static unsigned long long mp_scan_value(struct mp_scan *scan, int base) {
  const char *number = scan->number;
  if (scan->flags & MP_LONGER)
    return scan->flags & MP_SIGNED
               ? (unsigned long long)strtoll(number, NULL, base)
               : strtoull(number, NULL, base);
  return scan->flags & MP_SIGNED ? (unsigned long)strtol(number, NULL, base)
                                 : strtoul(number, NULL, base);
}

// Reads a '0' and an 'x' behind it. Gives the base; -1: no memory.
static int mp_scan_base(struct mp_scan *scan, int base) {
  if (scan->width == 0 || scan->c != '0')
    return base ? base : 10;
  if (scan->width > 0)
    scan->width--;
  if (!mp_scan_add(scan, scan->c))
    return -1;
  int letter = mp_lower(mp_scan_read(scan));
  int given = letter == 'x' ? 16 : letter == 'b' ? 2 : 0;
  int is_known = letter != 'b' || scan->dialect == MP_C23;
  if (scan->width == 0 || !given || !is_known)
    return base ? base : 8;
  if (base != 0 && base != given)
    return base;
  if (scan->width > 0)
    scan->width--;
  mp_scan_read(scan);
  return given;
}

static int mp_scan_is_digit(int c, int base) {
  return base == 16 ? mp_is_xdigit(c) : c >= '0' && c < '0' + base;
}

// "(nil)", of which the first byte was read.
static int mp_scan_is_nil(struct mp_scan *scan) {
  if (!(scan->flags & MP_POINTER) || scan->length != 0 ||
      (scan->width >= 0 && scan->width < 5))
    return 0;
  const char *rest = "(nil)";
  while (mp_lower(scan->c) == *rest) {
    if (*++rest == '\0')
      return 1;
    mp_scan_read(scan);
  }
  return 0;
}

static enum mp_scan_result mp_scan_integer(struct mp_scan *scan, int base) {
  int is_enough = 1;
  if (mp_scan_read(scan) == MP_END)
    return MP_AT_END;
  int has_sign = scan->c == '-' || scan->c == '+';
  if (has_sign) {
    is_enough = mp_scan_add(scan, scan->c);
    if (scan->width > 0)
      scan->width--;
    mp_scan_read(scan);
  }
  base = mp_scan_base(scan, base);
  while (scan->width != 0 && mp_scan_is_digit(scan->c, base)) {
    is_enough = is_enough && mp_scan_add(scan, scan->c);
    if (scan->width > 0)
      scan->width--;
    mp_scan_read(scan);
  }
  if (base < 0 || !is_enough)
    return mp_scan_no_memory();
  if (scan->length > (size_t)has_sign)
    mp_scan_unread(scan);
  else if (!mp_scan_is_nil(scan))
    return MP_MISMATCH;
  unsigned long long value = mp_scan_value(scan, base);
  if (scan->flags & MP_SUPPRESS)
    return MP_DONE;
  mp_scan_store(scan, value);
  scan->count++;
  return MP_DONE;
}

// Numbers with a fraction: first their text, then strtod() reads it.
static enum mp_scan_result mp_scan_letters(struct mp_scan *scan,
                                           const char *letters) {
  for (; *letters; letters++) {
    if (!mp_scan_more(scan) || mp_lower(scan->c) != *letters)
      return MP_MISMATCH;
    mp_scan_add(scan, scan->c);
  }
  return MP_DONE;
}

static enum mp_scan_result mp_scan_infinity(struct mp_scan *scan) {
  enum mp_scan_result result = mp_scan_letters(scan, "nf");
  if (result != MP_DONE || scan->width == 0 || mp_scan_read(scan) == MP_END)
    return result;
  if (mp_lower(scan->c) != 'i') {
    mp_scan_unread(scan);
    return MP_DONE;
  }
  if (scan->width > 0)
    scan->width--;
  mp_scan_add(scan, scan->c);
  return mp_scan_letters(scan, "nity");
}

// What was seen of a number.
struct mp_scan_float {
  int has_digit, has_point, has_exponent, is_hex;
};

// The byte to add to the number; 0: it is at its end.
static int mp_scan_float_byte(const struct mp_scan *scan,
                              struct mp_scan_float *seen) {
  int c = scan->c, letter = seen->is_hex ? 'p' : 'e';
  if (mp_is_digit(c) ||
      (!seen->has_exponent && seen->is_hex && mp_is_xdigit(c))) {
    seen->has_digit = 1;
    return c;
  }
  if (seen->has_exponent && scan->number[scan->length - 1] == letter &&
      (c == '-' || c == '+'))
    return c;
  if (seen->has_digit && !seen->has_exponent && mp_lower(c) == letter) {
    seen->has_exponent = seen->has_point = 1;
    return letter;
  }
  if (seen->has_point || c != '.')
    return 0;
  seen->has_point = 1;
  return c;
}

static enum mp_scan_result mp_scan_digits(struct mp_scan *scan) {
  struct mp_scan_float seen = {0, 0, 0, 0};
  size_t before = scan->length;
  if (scan->width != 0 && scan->c == '0') {
    mp_scan_add(scan, '0');
    mp_scan_read(scan);
    if (scan->width > 0)
      scan->width--;
    seen.is_hex = scan->width != 0 && mp_lower(scan->c) == 'x';
    seen.has_digit = !seen.is_hex;
    if (seen.is_hex) {
      mp_scan_add(scan, scan->c);
      mp_scan_read(scan);
      if (scan->width > 0)
        scan->width--;
    }
  }
  do {
    int c = mp_scan_float_byte(scan, &seen);
    if (c == 0) {
      mp_scan_unread(scan);
      break;
    }
    if (!mp_scan_add(scan, c))
      return mp_scan_no_memory();
  } while (mp_scan_more(scan));
  size_t added = scan->length - before;
  return added == 0 || (seen.is_hex && added == 2) ? MP_MISMATCH : MP_DONE;
}

static enum mp_scan_result mp_scan_store_float(struct mp_scan *scan) {
  char *end;
  long double longest = 0;
  double longer = 0;
  float number = 0;
  if (scan->flags & MP_LONGER)
    longest = strtold(scan->number, &end);
  else if (scan->flags & MP_LONG)
    longer = strtod(scan->number, &end);
  else
    number = strtof(scan->number, &end);
  if (end == scan->number)
    return MP_MISMATCH;
  if (scan->flags & MP_SUPPRESS)
    return MP_DONE;
  void *target = mp_scan_argument(scan);
  if (scan->flags & MP_LONGER)
    *(long double *)target = longest;
  else if (scan->flags & MP_LONG)
    *(double *)target = longer;
  else
    *(float *)target = number;
  scan->count++;
  return MP_DONE;
}

static enum mp_scan_result mp_scan_number(struct mp_scan *scan) {
  mp_scan_read(scan);
  if (scan->width > 0)
    scan->width--;
  if (scan->c == MP_END)
    return MP_AT_END;
  if (scan->c == '-' || scan->c == '+') {
    mp_scan_add(scan, scan->c);
    if (!mp_scan_more(scan))
      return MP_MISMATCH;
  }
  enum mp_scan_result result;
  int first = mp_lower(scan->c);
  if (first == 'n' || first == 'i') {
    mp_scan_add(scan, scan->c);
    result =
        first == 'n' ? mp_scan_letters(scan, "an") : mp_scan_infinity(scan);
  } else {
    result = mp_scan_digits(scan);
  }
  return result == MP_DONE ? mp_scan_store_float(scan) : result;
}

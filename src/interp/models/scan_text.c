// Reading by a format.
enum {
  MP_END = -1, // of the text
  MP_SUPPRESS = 1,
  MP_HALF = 2,
  MP_CHAR = 4,
  MP_LONG = 8,
  MP_LONGER = 16,
  MP_ALLOCATE = 32,
  MP_SIGNED = 64,
  MP_POINTER = 128,
  MP_KEPT_MAX = 32
};

// Which letters and prefixes a function knows.
enum mp_scan_dialect { MP_GNU, MP_C99, MP_C23 };

// How a directive ends: also without a match, the text, memory.
enum mp_scan_result { MP_DONE, MP_MISMATCH, MP_AT_END, MP_NO_MEMORY };

struct mp_scan {
  const char *text, *end; // what is left
  const unsigned char *format;
  enum mp_scan_dialect dialect;
  va_list first, next; // arguments
  size_t read;         // bytes
  int c;               // the last one, or MP_END
  int errno_at_end;    // glibc sets it again when it meets the end again
  int count;           // what was assigned
  int skips_space;

  // The directive.
  unsigned position; // of its argument, or 0
  int width;         // -1: any
  int flags;

  // Its number.
  char *number;
  size_t length, room;
  int owns_number;

  // Its string: memory of its own if `string_room` is not 0.
  char *string, **target;
  size_t string_length, string_room;
  char **kept[MP_KEPT_MAX];
  int kept_count;
};

static int mp_scan_read(struct mp_scan *scan) {
  if (scan->c == MP_END) {
    *__errno_location() = scan->errno_at_end;
  } else if (scan->text == scan->end) {
    scan->errno_at_end = *__errno_location();
    scan->c = MP_END;
  } else {
    scan->c = (unsigned char)*scan->text++;
    scan->read++;
  }
  return scan->c;
}

static void mp_scan_unread(struct mp_scan *scan) {
  if (scan->c == MP_END)
    return;
  scan->text--;
  scan->read--;
}

// Reads one more if the width allows it. Counts it in advance.
static int mp_scan_more(struct mp_scan *scan) {
  if (scan->width == 0 || mp_scan_read(scan) == MP_END)
    return 0;
  if (scan->width > 0)
    scan->width--;
  return 1;
}

static void *mp_scan_argument(struct mp_scan *scan) {
  if (scan->position == 0)
    return va_arg(scan->next, void *);
  va_list args;
  va_copy(args, scan->first);
  for (unsigned i = 1; i < scan->position; i++)
    (void)va_arg(args, void *);
  void *argument = va_arg(args, void *);
  va_end(args);
  return argument;
}

static enum mp_scan_result mp_scan_no_memory(void) {
  mp_out_of_memory();
  return MP_NO_MEMORY;
}

static int mp_scan_add(struct mp_scan *scan, int c) {
  if (scan->length + 1 >= scan->room) {
    char *larger = malloc(2 * scan->room);
    if (!larger)
      return 0;
    memcpy(larger, scan->number, scan->length);
    if (scan->owns_number)
      free(scan->number);
    scan->number = larger;
    scan->owns_number = 1;
    scan->room *= 2;
  }
  scan->number[scan->length++] = (char)c;
  scan->number[scan->length] = '\0';
  return 1;
}

// Strings.
static size_t mp_scan_unit(const struct mp_scan *scan) {
  return scan->flags & MP_LONG ? sizeof(wchar_t) : 1;
}

static enum mp_scan_result mp_scan_string_begin(struct mp_scan *scan,
                                                size_t room) {
  scan->string = NULL;
  scan->string_length = scan->string_room = 0;
  if (scan->flags & MP_SUPPRESS)
    return MP_DONE;
  void *argument = mp_scan_argument(scan);
  if (!argument)
    return MP_MISMATCH;
  scan->string = argument;
  if (!(scan->flags & MP_ALLOCATE))
    return MP_DONE;
  scan->target = argument;
  scan->string_room = room;
  scan->string = *scan->target = malloc(room * mp_scan_unit(scan));
  if (!scan->string)
    return scan->flags & MP_HALF ? MP_MISMATCH : MP_NO_MEMORY;
  if (scan->kept_count < MP_KEPT_MAX)
    scan->kept[scan->kept_count++] = scan->target;
  return MP_DONE;
}

static int mp_scan_string_grow(struct mp_scan *scan) {
  if (scan->string_room == 0 || scan->string_length < scan->string_room)
    return 1;
  size_t room = 2 * scan->string_room;
  char *larger = realloc(scan->string, room * mp_scan_unit(scan));
  if (!larger)
    return 0;
  scan->string = *scan->target = larger;
  scan->string_room = room;
  return 1;
}

static enum mp_scan_result mp_scan_put(struct mp_scan *scan, int c) {
  if (!scan->string)
    return MP_DONE;
  if (!mp_scan_string_grow(scan))
    return MP_NO_MEMORY;
  if (scan->flags & MP_LONG)
    ((wchar_t *)(void *)scan->string)[scan->string_length] = c;
  else
    scan->string[scan->string_length] = (char)c;
  scan->string_length++;
  return MP_DONE;
}

// A byte of a string that has to be a character.
static enum mp_scan_result mp_scan_put_character(struct mp_scan *scan) {
  if (!(scan->flags & MP_LONG) || scan->c < 128)
    return mp_scan_put(scan, scan->c);
  mp_encoding_error();
  return MP_MISMATCH;
}

static enum mp_scan_result mp_scan_string_end(struct mp_scan *scan) {
  if (!scan->string)
    return MP_DONE;
  if (scan->string_room != scan->string_length && scan->string_room != 0) {
    char *smaller =
        realloc(scan->string, scan->string_length * mp_scan_unit(scan));
    if (smaller)
      *scan->target = smaller;
  }
  scan->target = NULL;
  scan->count++;
  return MP_DONE;
}

static enum mp_scan_result mp_scan_terminate(struct mp_scan *scan) {
  enum mp_scan_result result = mp_scan_put(scan, 0);
  return result == MP_DONE ? mp_scan_string_end(scan) : result;
}

static enum mp_scan_result mp_scan_characters(struct mp_scan *scan) {
  if (scan->width == -1)
    scan->width = 1;
  size_t room = scan->width > 1024 ? 1024 : (size_t)scan->width;
  enum mp_scan_result result = mp_scan_string_begin(scan, room);
  if (result != MP_DONE)
    return result;
  if (mp_scan_read(scan) == MP_END)
    return MP_AT_END;
  do {
    result = mp_scan_put_character(scan);
    if (result != MP_DONE)
      return result;
  } while (--scan->width > 0 && mp_scan_read(scan) != MP_END);
  return mp_scan_string_end(scan);
}

static enum mp_scan_result mp_scan_word(struct mp_scan *scan) {
  enum mp_scan_result result = mp_scan_string_begin(scan, 100);
  if (result != MP_DONE)
    return result;
  if (mp_scan_read(scan) == MP_END)
    return MP_AT_END;
  do {
    if (mp_is_space(scan->c)) {
      mp_scan_unread(scan);
      break;
    }
    result = mp_scan_put_character(scan);
    if (result != MP_DONE)
      return result;
  } while ((scan->width <= 0 || --scan->width > 0) &&
           mp_scan_read(scan) != MP_END);
  return mp_scan_terminate(scan);
}

// The set of "[…]", behind the '['. Whether it has an end.
static int mp_scan_set(struct mp_scan *scan, unsigned char set[UCHAR_MAX + 1]) {
  const unsigned char *format = scan->format;
  int is_negated = *format == '^';
  format += is_negated;
  memset(set, is_negated, UCHAR_MAX + 1);
  unsigned char is_in = !is_negated;
  if (*format == ']' || *format == '-')
    set[*format++] = is_in;
  for (; *format != '\0' && *format != ']'; format++)
    if (*format == '-' && format[1] != '\0' && format[1] != ']' &&
        format[-1] <= format[1])
      memset(set + format[-1], is_in, (size_t)(format[1] - format[-1]));
    else
      set[*format] = is_in;
  int has_end = *format == ']';
  scan->format = format + has_end;
  return has_end;
}

static enum mp_scan_result mp_scan_put_member(struct mp_scan *scan) {
  if (!(scan->flags & MP_LONG) || scan->c < 128 || !scan->string)
    return mp_scan_put(scan, scan->c);
  // glibc counts it and writes nothing.
  mp_encoding_error();
  if (!mp_scan_string_grow(scan))
    return MP_NO_MEMORY;
  scan->string_length++;
  return MP_DONE;
}

static enum mp_scan_result mp_scan_members(struct mp_scan *scan) {
  unsigned char set[UCHAR_MAX + 1];
  enum mp_scan_result result = mp_scan_string_begin(scan, 100);
  if (result != MP_DONE)
    return result;
  if (!mp_scan_set(scan, set))
    return MP_MISMATCH;
  if (mp_scan_read(scan) == MP_END)
    return MP_AT_END;
  if (!set[scan->c])
    return MP_MISMATCH;
  do {
    if (!set[scan->c]) {
      mp_scan_unread(scan);
      break;
    }
    result = mp_scan_put_member(scan);
    if (result != MP_DONE)
      return result;
  } while ((scan->width < 0 || --scan->width > 0) &&
           mp_scan_read(scan) != MP_END);
  return mp_scan_terminate(scan);
}

// Patterns of file names, but for FNM_EXTMATCH.
enum {
  MP_PATHNAME = 1,
  MP_NOESCAPE = 2,
  MP_PERIOD = 4,
  MP_LEADING_DIR = 8,
  MP_CASEFOLD = 16
};

// What is left of the pattern and of the name.
struct mp_glob {
  const unsigned char *pattern, *name, *end;
  int flags;
  int hides_period; // a '.' here is only matched by one
};

enum mp_glob_result { MP_NO, MP_YES, MP_STAR, MP_LITERAL };

static int mp_glob_fold(const struct mp_glob *glob, int c) {
  return glob->flags & MP_CASEFOLD ? mp_lower(c) : c;
}

static int mp_glob_escapes(const struct mp_glob *glob, int c) {
  return c == '\\' && !(glob->flags & MP_NOESCAPE);
}

// Whether the next byte of the name is none that a wildcard matches.
static int mp_glob_is_special(const struct mp_glob *glob) {
  return glob->name == glob->end ||
         (*glob->name == '/' && (glob->flags & MP_PATHNAME)) ||
         (*glob->name == '.' && glob->hides_period);
}

static int mp_is_in_class(const char *name, size_t length, int c) {
  static const struct {
    const char *name;
    int (*contains)(int);
  } classes[] = {
      {"alnum", mp_is_alnum}, {"alpha", mp_is_alpha}, {"blank", mp_is_blank},
      {"cntrl", mp_is_cntrl}, {"digit", mp_is_digit}, {"graph", mp_is_graph},
      {"lower", mp_is_lower}, {"print", mp_is_print}, {"punct", mp_is_punct},
      {"space", mp_is_space}, {"upper", mp_is_upper}, {"xdigit", mp_is_xdigit},
  };
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strlen(classes[i].name) == length &&
        memcmp(classes[i].name, name, length) == 0)
      return classes[i].contains(c);
  return -1;
}

// A part of a bracket: what came of it, and the bytes from which it reads on.
// MP_NO: the pattern matches nothing. MP_STAR: the part does not match.
struct mp_bracket {
  const struct mp_glob *glob;
  const unsigned char *next;
  int byte; // of the name, folded
};

enum { MP_LONGEST_CLASS = 256 };

// The length of the name in "[:name:]", of which `text` is the first colon;
// -1: too long; -2: it is not one.
static int mp_bracket_class_length(const unsigned char *text) {
  for (int length = 0; length < MP_LONGEST_CLASS; length++) {
    const unsigned char *c = text + 1 + length;
    if (c[0] == ':' && c[1] == ']')
      return length;
    if (c[0] < 'a' || c[0] >= 'z')
      return -2;
  }
  return -1;
}

static enum mp_glob_result mp_bracket_class(struct mp_bracket *bracket,
                                            int length) {
  if (length < 0)
    return MP_NO;
  int found = mp_is_in_class((const char *)bracket->next + 1, (size_t)length,
                             *bracket->glob->name);
  bracket->next += length + 3;
  return found < 0 ? MP_NO : found ? MP_YES : MP_STAR;
}

// The byte in "[.x.]", of which `next` is the first period; -1: it is another
// thing.
static int mp_bracket_symbol(struct mp_bracket *bracket) {
  const unsigned char *name = bracket->next + 1, *end = name;
  while (*end && !(end[0] == '.' && end[1] == ']'))
    end++;
  if (!*end || end - name != 1)
    return -1;
  bracket->next = end + 2;
  return *name;
}

static int mp_bracket_upper(struct mp_bracket *bracket) {
  int c = *bracket->next++;
  if (c == '[' && *bracket->next == '.')
    return mp_bracket_symbol(bracket);
  if (mp_glob_escapes(bracket->glob, c))
    c = *bracket->next++;
  return c ? mp_glob_fold(bracket->glob, c) : -1;
}

// `low`, or what begins with it and a '-'.
static enum mp_glob_result mp_bracket_range(struct mp_bracket *bracket, int low,
                                            int byte, int is_range) {
  if (!is_range && low == byte)
    return MP_YES;
  if (bracket->next[0] != '-' || bracket->next[1] == ']')
    return MP_STAR;
  bracket->next++;
  int high = mp_bracket_upper(bracket);
  if (high < 0)
    return MP_NO;
  return low <= bracket->byte && bracket->byte <= high ? MP_YES : MP_STAR;
}

static enum mp_glob_result mp_bracket_byte(struct mp_bracket *bracket, int c) {
  const unsigned char *next = bracket->next;
  int is_range = next[0] == '-' && next[1] != '\0' && next[1] != ']';
  return mp_bracket_range(bracket, c, bracket->byte, is_range);
}

static enum mp_glob_result mp_bracket_part(struct mp_bracket *bracket) {
  const struct mp_glob *glob = bracket->glob;
  int c = *bracket->next++;
  const unsigned char *next = bracket->next;
  if (c == '\0')
    return MP_LITERAL;
  if (mp_glob_escapes(glob, c)) {
    if (*next == '\0')
      return MP_NO;
    bracket->next++;
    return mp_bracket_byte(bracket, mp_glob_fold(glob, *next));
  }
  if (c == '[' && *next == ':') {
    int length = mp_bracket_class_length(next);
    return length == -2 ? mp_bracket_byte(bracket, c)
                        : mp_bracket_class(bracket, length);
  }
  if (c == '[' && *next == '=') {
    if (next[1] == '\0' || next[2] != '=' || next[3] != ']')
      return mp_bracket_byte(bracket, c);
    bracket->next += 4;
    return next[1] == *glob->name ? MP_YES : MP_STAR;
  }
  if (c == '[' && *next == '.') {
    int symbol = mp_bracket_symbol(bracket);
    if (symbol < 0)
      return MP_NO;
    int is_range = bracket->next[0] == '-' && bracket->next[1] != '\0';
    return mp_bracket_range(bracket, symbol, *glob->name, is_range);
  }
  return mp_bracket_byte(bracket, mp_glob_fold(glob, c));
}

// Passes a part of a bracket that has matched already. MP_STAR: go on.
static enum mp_glob_result mp_bracket_pass(struct mp_bracket *bracket) {
  int c = *bracket->next++;
  const unsigned char *next = bracket->next;
  if (c == ']')
    return MP_YES;
  if (c == '\0')
    return MP_LITERAL;
  if (mp_glob_escapes(bracket->glob, c)) {
    bracket->next++;
    return *next == '\0' ? MP_NO : MP_STAR;
  }
  if (c != '[')
    return MP_STAR;
  if (*next == ':') {
    int length = mp_bracket_class_length(next);
    if (length == -1 || length == MP_LONGEST_CLASS - 1)
      return MP_NO;
    bracket->next += length == -2 ? 0 : length + 3;
    return MP_STAR;
  }
  if (*next == '=') {
    if (!next[1] || next[2] != '=' || next[3] != ']')
      return MP_NO;
    bracket->next += 4;
    return MP_STAR;
  }
  if (*next != '.')
    return MP_STAR;
  for (next++; *next; next++)
    if (next[0] == '.' && next[1] == ']') {
      bracket->next = next + 2;
      return MP_STAR;
    }
  return MP_NO;
}

static int mp_glob_negates(int c) {
  static int is_posix; // -1: no, 1: yes
  if (is_posix == 0)
    is_posix = getenv("POSIXLY_CORRECT") ? 1 : -1;
  return c == '!' || (c == '^' && is_posix < 0);
}

// The pattern is behind a '['. MP_LITERAL: and has no ']'.
static enum mp_glob_result mp_glob_bracket(struct mp_glob *glob) {
  if (mp_glob_is_special(glob))
    return MP_NO;
  struct mp_bracket bracket = {glob, glob->pattern,
                               mp_glob_fold(glob, *glob->name)};
  int is_negated = mp_glob_negates(*bracket.next);
  bracket.next += is_negated;
  enum mp_glob_result found;
  do {
    found = mp_bracket_part(&bracket);
  } while (found == MP_STAR && *bracket.next != ']');
  int is_found = found == MP_YES;
  if (found == MP_STAR)
    bracket.next++;
  else if (found != MP_YES)
    return found;
  for (found = MP_STAR; is_found && found == MP_STAR;)
    found = mp_bracket_pass(&bracket);
  if (is_found && found != MP_YES)
    return found;
  glob->pattern = bracket.next;
  return is_found != is_negated ? MP_YES : MP_NO;
}

// What one byte of the pattern, and what belongs to it, says of the name's.
static enum mp_glob_result mp_glob_one(struct mp_glob *glob) {
  int c = *glob->pattern++;
  if (c == '?')
    return mp_glob_is_special(glob) ? MP_NO : MP_YES;
  if (c == '[') {
    enum mp_glob_result found = mp_glob_bracket(glob);
    if (found != MP_LITERAL)
      return found;
  }
  if (mp_glob_escapes(glob, c)) {
    c = *glob->pattern;
    if (c == '\0')
      return MP_NO;
    glob->pattern++;
  }
  return glob->name != glob->end &&
                 mp_glob_fold(glob, c) == mp_glob_fold(glob, *glob->name)
             ? MP_YES
             : MP_NO;
}

// Up to the next star, or the end.
static enum mp_glob_result mp_glob_segment(struct mp_glob *glob) {
  while (*glob->pattern != '\0') {
    if (*glob->pattern == '*')
      return MP_STAR;
    int is_slash = *glob->pattern == '/';
    if (mp_glob_one(glob) == MP_NO)
      return MP_NO;
    int hides = MP_PATHNAME | MP_PERIOD;
    glob->hides_period = is_slash && (glob->flags & hides) == hides;
    glob->name++;
  }
  if (glob->name == glob->end)
    return MP_YES;
  return (glob->flags & MP_LEADING_DIR) && *glob->name == '/' ? MP_YES : MP_NO;
}

// Nothing but stars is left of the pattern.
static enum mp_glob_result mp_glob_rest(const struct mp_glob *glob) {
  if (!(glob->flags & MP_PATHNAME) || (glob->flags & MP_LEADING_DIR))
    return MP_YES;
  return memchr(glob->name, '/', (size_t)(glob->end - glob->name)) ? MP_NO
                                                                   : MP_YES;
}

// The pattern is at a star: matches up to the next one, or the end.
static enum mp_glob_result mp_glob_star(struct mp_glob *glob) {
  int is_path = (glob->flags & MP_PATHNAME) != 0;
  if (glob->name != glob->end && *glob->name == '.' && glob->hides_period)
    return MP_NO;
  for (glob->pattern++; *glob->pattern == '?' || *glob->pattern == '*';
       glob->pattern++) {
    if (*glob->pattern == '*')
      continue;
    if (glob->name == glob->end || (*glob->name == '/' && is_path))
      return MP_NO;
    glob->name++;
  }
  if (*glob->pattern == '\0')
    return mp_glob_rest(glob);
  const unsigned char *end = glob->end;
  if (is_path)
    end = memchr(glob->name, '/', (size_t)(end - glob->name));
  if (*glob->pattern == '/' && is_path) {
    if (!end)
      return MP_NO;
    glob->pattern++;
    glob->name = end + 1;
    glob->hides_period = glob->flags & MP_PERIOD;
    return mp_glob_segment(glob);
  }
  if (!end)
    end = glob->end;
  struct mp_glob from = *glob;
  for (; from.name != end; from.name++, from.hides_period = 0) {
    *glob = from;
    enum mp_glob_result found = mp_glob_segment(glob);
    if (found != MP_NO)
      return found;
  }
  return MP_NO;
}

int fnmatch(const char *pattern, const char *name, int flags) {
  struct mp_glob glob = {.pattern = (const unsigned char *)pattern,
                         .name = (const unsigned char *)name,
                         .flags = flags,
                         .hides_period = flags & MP_PERIOD};
  glob.end = glob.name + strlen(name);
  enum mp_glob_result found = mp_glob_segment(&glob);
  while (found == MP_STAR)
    found = mp_glob_star(&glob);
  return found == MP_YES ? 0 : 1;
}

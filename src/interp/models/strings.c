// Strings.
char *strchrnul(const char *text, int c) {
  char *found = strchr(text, c);
  return found ? found : (char *)text + strlen(text);
}

char *strsep(char **rest, const char *separators) {
  char *token = *rest;
  if (!token)
    return NULL;
  char *end = token + strcspn(token, separators);
  *rest = *end ? end + 1 : NULL;
  *end = '\0';
  return token;
}

char *strcasestr(const char *text, const char *part) {
  size_t size = strlen(part);
  if (size == 0)
    return (char *)text;
  int first = mp_lower((unsigned char)*part);
  for (; *text; text++)
    if (mp_lower((unsigned char)*text) == first &&
        strncasecmp(text, part, size) == 0)
      return (char *)text;
  return NULL;
}

char *stpncpy(char *target, const char *source, size_t size) {
  size_t length = strnlen(source, size);
  memcpy(target, source, length);
  memset(target + length, 0, size - length);
  return target + length;
}

size_t strlcpy(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size == 0)
    return length;
  size_t kept = length < size ? length : size - 1;
  memcpy(target, source, kept);
  target[kept] = '\0';
  return length;
}

size_t strlcat(char *target, const char *source, size_t size) {
  size_t before = strnlen(target, size);
  if (before == size)
    return size + strlen(source);
  return before + strlcpy(target + before, source, size - before);
}

size_t strxfrm(char *target, const char *source, size_t size) {
  size_t length = strlen(source);
  if (size != 0)
    stpncpy(target, source, length + 1 < size ? length + 1 : size);
  return length;
}

// Strings with version numbers.
enum mp_version { MP_TEXT, MP_INTEGER, MP_FRACTION, MP_ZEROS };
enum mp_version_byte { MP_OTHER, MP_DIGIT, MP_ZERO };

static enum mp_version_byte mp_version_byte(int c) {
  if (c == '0')
    return MP_ZERO;
  return mp_is_digit(c) ? MP_DIGIT : MP_OTHER;
}

static enum mp_version mp_version_after(enum mp_version state, int c) {
  enum mp_version_byte byte = mp_version_byte(c);
  if (byte == MP_OTHER)
    return MP_TEXT;
  if (state == MP_TEXT)
    return byte == MP_ZERO ? MP_ZEROS : MP_INTEGER;
  if (state == MP_ZEROS && byte == MP_DIGIT)
    return MP_FRACTION;
  return state;
}

// Of numbers that differ from the byte before `a` and `b` on.
static int mp_version_longer(const char *a, const char *b, int difference) {
  for (; mp_is_digit(*a); a++, b++)
    if (!mp_is_digit(*b))
      return 1;
  return mp_is_digit(*b) ? -1 : difference;
}

int strverscmp(const char *a, const char *b) {
  enum mp_version state = MP_TEXT;
  for (; *a == *b; a++, b++) {
    if (*a == '\0')
      return 0;
    state = mp_version_after(state, *a);
  }
  int difference = (unsigned char)*a - (unsigned char)*b;
  enum mp_version_byte x = mp_version_byte(*a), y = mp_version_byte(*b);
  int is_sure = state == MP_INTEGER || state == MP_ZEROS;
  if (is_sure && (x == MP_OTHER) != (y == MP_OTHER))
    return (x == MP_OTHER) == (state == MP_INTEGER) ? -1 : 1;
  int is_number = state == MP_INTEGER
                      ? x != MP_OTHER && y != MP_OTHER
                      : state == MP_TEXT && x == MP_DIGIT && y == MP_DIGIT;
  return is_number ? mp_version_longer(a + 1, b + 1, difference) : difference;
}

// Paths. basename() is that of <string.h>.
char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
  if (!path || !*path)
    return (char *)".";
  size_t end = strlen(path), length = end;
  while (end > 0 && path[end - 1] == '/')
    end--;
  if (end == 0)
    return path + length - 1;
  size_t start = end;
  while (start > 0 && path[start - 1] != '/')
    start--;
  if (end < length)
    path[end] = '\0';
  return path + start;
}

char *dirname(char *path) {
  size_t length = path ? strlen(path) : 0, end = length;
  while (end > 0 && path[end - 1] == '/')
    end--;
  if (end == 0)
    end = length;
  while (end > 0 && path[end - 1] != '/')
    end--;
  if (end == 0)
    return (char *)".";
  size_t slashes = end;
  while (slashes > 0 && path[slashes - 1] == '/')
    slashes--;
  // "//" has a meaning of its own.
  path[slashes > 0 ? slashes : end == 2 ? 2 : 1] = '\0';
  return path;
}

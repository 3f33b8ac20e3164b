// Wide strings.
size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length])
    length++;
  return length;
}

static int mp_wide_order(wchar_t a, wchar_t b) { return (a > b) - (a < b); }

int wcscmp(const wchar_t *a, const wchar_t *b) {
  for (; *a == *b; a++, b++)
    if (!*a)
      return 0;
  return mp_wide_order(*a, *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most) {
  for (; most > 0; a++, b++, most--)
    if (*a != *b || !*a)
      return mp_wide_order(*a, *b);
  return 0;
}

wchar_t *wmemcpy(wchar_t *target, const wchar_t *source, size_t count) {
  return memcpy(target, source, count * sizeof(wchar_t));
}

wchar_t *wmemmove(wchar_t *target, const wchar_t *source, size_t count) {
  return memmove(target, source, count * sizeof(wchar_t));
}

wchar_t *wmemset(wchar_t *target, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++)
    target[i] = c;
  return target;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return mp_wide_order(a[i], b[i]);
  return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (text[i] == c)
      return (wchar_t *)text + i;
  return NULL;
}

wchar_t *wcscpy(wchar_t *target, const wchar_t *source) {
  return wmemcpy(target, source, wcslen(source) + 1);
}

wchar_t *wcsncpy(wchar_t *target, const wchar_t *source, size_t size) {
  size_t length = wcsnlen(source, size);
  wmemcpy(target, source, length);
  wmemset(target + length, 0, size - length);
  return target;
}

wchar_t *wcscat(wchar_t *target, const wchar_t *source) {
  wcscpy(target + wcslen(target), source);
  return target;
}

wchar_t *wcsncat(wchar_t *target, const wchar_t *source, size_t most) {
  wchar_t *end = target + wcslen(target);
  size_t length = wcsnlen(source, most);
  wmemcpy(end, source, length);
  end[length] = 0;
  return target;
}

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
  for (;; text++) {
    if (*text == c)
      return (wchar_t *)text;
    if (!*text)
      return NULL;
  }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
  const wchar_t *found = NULL;
  for (;; text++) {
    if (*text == c)
      found = text;
    if (!*text)
      return (wchar_t *)found;
  }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
  size_t length = wcslen(part);
  for (;; text++) {
    if (wcsncmp(text, part, length) == 0)
      return (wchar_t *)text;
    if (!*text)
      return NULL;
  }
}

// Kinds of wide characters, with the bits of glibc's table.
typedef unsigned mp_wint;
static int mp_is_ascii(mp_wint c) { return c < 128; }
mp_wint towupper(mp_wint c) {
  return mp_is_ascii(c) ? (mp_wint)mp_upper((int)c) : c;
}
mp_wint towlower(mp_wint c) {
  return mp_is_ascii(c) ? (mp_wint)mp_lower((int)c) : c;
}
int iswalnum(mp_wint c) {
  return mp_is_ascii(c) && mp_is_alnum((int)c) ? 8 : 0;
}
int iswalpha(mp_wint c) {
  return mp_is_ascii(c) && mp_is_alpha((int)c) ? 1024 : 0;
}
int iswblank(mp_wint c) {
  return mp_is_ascii(c) && mp_is_blank((int)c) ? 1 : 0;
}
int iswcntrl(mp_wint c) {
  return mp_is_ascii(c) && mp_is_cntrl((int)c) ? 2 : 0;
}
int iswdigit(mp_wint c) {
  return mp_is_ascii(c) && mp_is_digit((int)c) ? 1 : 0;
}
int iswgraph(mp_wint c) {
  return mp_is_ascii(c) && mp_is_graph((int)c) ? 32768 : 0;
}
int iswlower(mp_wint c) {
  return mp_is_ascii(c) && mp_is_lower((int)c) ? 512 : 0;
}
int iswprint(mp_wint c) {
  return mp_is_ascii(c) && mp_is_print((int)c) ? 16384 : 0;
}
int iswpunct(mp_wint c) {
  return mp_is_ascii(c) && mp_is_punct((int)c) ? 4 : 0;
}
int iswspace(mp_wint c) {
  return mp_is_ascii(c) && mp_is_space((int)c) ? 8192 : 0;
}
int iswupper(mp_wint c) {
  return mp_is_ascii(c) && mp_is_upper((int)c) ? 256 : 0;
}
int iswxdigit(mp_wint c) {
  return mp_is_ascii(c) && mp_is_xdigit((int)c) ? 4096 : 0;
}

// Between bytes and wide characters: only ASCII has both forms.
static int mp_encoding_error(void) {
  *__errno_location() = MP_EILSEQ;
  return -1;
}

mp_wint btowc(int c) { return c >= 0 && c < 128 ? (mp_wint)c : (mp_wint)-1; }
int wctob(mp_wint c) { return mp_is_ascii(c) ? (int)c : -1; }

int mbtowc(wchar_t *target, const char *text, size_t size) {
  if (!text)
    return 0;
  unsigned char byte = (unsigned char)*text;
  if (size == 0 && byte != 0)
    return -1;
  if (byte >= 128)
    return mp_encoding_error();
  if (target)
    *target = byte;
  return byte != 0;
}

int wctomb(char *target, wchar_t c) {
  if (!target)
    return 0;
  if (!mp_is_ascii((mp_wint)c))
    return mp_encoding_error();
  *target = (char)c;
  return 1;
}

size_t mbstowcs(wchar_t *target, const char *text, size_t most) {
  size_t length = 0;
  for (; !target || length < most; length++) {
    unsigned char byte = (unsigned char)text[length];
    if (byte >= 128)
      return (size_t)mp_encoding_error();
    if (target)
      target[length] = byte;
    if (byte == 0)
      break;
  }
  return length;
}

size_t wcstombs(char *target, const wchar_t *text, size_t most) {
  size_t length = 0;
  for (; !target || length < most; length++) {
    if (!mp_is_ascii((mp_wint)text[length]))
      return (size_t)mp_encoding_error();
    if (target)
      target[length] = (char)text[length];
    if (text[length] == 0)
      break;
  }
  return length;
}

// Numbers of the widest type.
intmax_t strtoimax(const char *text, char **end, int base) {
  return strtol(text, end, base);
}
uintmax_t strtoumax(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

// Functions of the C library as C: what a run links when a program calls them
// (glibc 2.36's results, C locale).
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// What the interpreter provides.
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strchr(const char *, int);
int strcmp(const char *, const char *);
size_t strcspn(const char *, const char *);
size_t strlen(const char *);
int strncasecmp(const char *, const char *, size_t);
int strncmp(const char *, const char *, size_t);
size_t strnlen(const char *, size_t);
char *strrchr(const char *, int);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
float strtof(const char *, char **);
double strtod(const char *, char **);
long double strtold(const char *, char **);
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
char *getenv(const char *);
int snprintf(char *, size_t, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
int fprintf(void *, const char *, ...);
int *__errno_location(void);
extern void *stderr;

enum { MP_ENOMEM = 12, MP_EINVAL = 22, MP_ERANGE = 34, MP_EILSEQ = 84 };

// Characters of the C locale.
static int mp_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int mp_is_digit(int c) { return c >= '0' && c <= '9'; }
static int mp_is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static int mp_is_lower(int c) { return c >= 'a' && c <= 'z'; }
static int mp_is_alpha(int c) { return mp_is_upper(c) || mp_is_lower(c); }
static int mp_is_alnum(int c) { return mp_is_alpha(c) || mp_is_digit(c); }
static int mp_is_graph(int c) { return c > ' ' && c < 127; }
static int mp_is_print(int c) { return c >= ' ' && c < 127; }
static int mp_is_punct(int c) { return mp_is_graph(c) && !mp_is_alnum(c); }
static int mp_is_cntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
static int mp_is_blank(int c) { return c == ' ' || c == '\t'; }
static int mp_lower(int c) { return mp_is_upper(c) ? c + ('a' - 'A') : c; }
static int mp_upper(int c) { return mp_is_lower(c) ? c - ('a' - 'A') : c; }
static int mp_is_xdigit(int c) {
  return mp_is_digit(c) || (mp_lower(c) >= 'a' && mp_lower(c) <= 'f');
}

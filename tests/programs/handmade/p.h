#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define P(x) printf("%s = %lld\n", #x, (long long)(x))
#define U(x) printf("%s = %llu\n", #x, (unsigned long long)(x))
#define F(x) printf("%s = %a %.17g\n", #x, (double)(x), (double)(x))
#define S(x) printf("%s = [%s]\n", #x, (x))
#define T(x)                                                                   \
  printf("type %s = %s\n", #x,                                                 \
         _Generic((x),                                                         \
             char: "char",                                                     \
             signed char: "schar",                                             \
             unsigned char: "uchar",                                           \
             short: "short",                                                   \
             unsigned short: "ushort",                                         \
             int: "int",                                                       \
             unsigned: "uint",                                                 \
             long: "long",                                                     \
             unsigned long: "ulong",                                           \
             long long: "llong",                                               \
             unsigned long long: "ullong",                                     \
             float: "float",                                                   \
             double: "double",                                                 \
             long double: "ldouble",                                           \
             _Bool: "bool",                                                    \
             char *: "char*",                                                  \
             const char *: "cchar*",                                           \
             int *: "int*",                                                    \
             void *: "void*",                                                  \
             default: "other"))
static inline void hex(const void *p, size_t n) {
  const unsigned char *c = p;
  for (size_t i = 0; i < n; i++)
    printf("%02x", c[i]);
  printf("\n");
}

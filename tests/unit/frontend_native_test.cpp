// uses: frontend/c interp verdict ir source support
//
// What the lowered program does in the interpreter is what clang's code does
// under the address and undefined-behaviour sanitizers: same results, same
// traps.
#include "unit/native_case.h"

namespace mergeproof::frontend::c {
namespace {

class FrontendNative : public ::testing::TestWithParam<NativeCase> {};

TEST_P(FrontendNative, SameAsClang) { expect_same_as_clang(GetParam()); }

const NativeCase cases[] = {
    {"arithmetic", R"(
int f(int a, int b) { return a * b + (a - b) / (b ? b : 1); }
)"},
    {"division", "int f(int a, int b) { return a / b + a % b; }"},
    {"unsigned_division", R"(
int f(int a, int b) { unsigned x = a, y = b; return x / y - x % y; }
)"},
    {"shifts", "int f(int a, int b) { return (a << b) ^ (a >> b); }"},
    {"shifts_of_other_widths", R"(
int f(int a, int b) {
  unsigned long x = a; signed char c = b; unsigned short s = a;
  long n = b;
  return (int)(x >> (b & 63)) + (c << 3 >> 1) + (s >> (n & 7)) + (1 << c);
}
)"},
    {"narrow_types", R"(
int f(int a, int b) {
  char c = a; unsigned char u = b; short s = a; unsigned short v = b;
  c++; u--; s += b; v *= a; c <<= 1; u >>= 1; s = -s; v = ~v;
  return c * 3 + u * 5 + s * 7 + v;
}
)"},
    {"bool", R"(
#include <stdbool.h>
int f(int a, int b) {
  bool x = a, y = b > 3; _Bool z = 0.5; bool w = &a != 0;
  x += b; y--; z ^= y; x |= w;
  return x + 2 * y + 4 * z + (x && !y) * 8 + (x == y);
}
)"},
    {"int128", R"(
int f(int a, int b) {
  __int128 x = (__int128)a * b * a; unsigned __int128 y = x;
  x += (__int128)1 << 100; y >>= 33;
  return (int)(x >> 50) + (int)y + (x > y);
}
)"},
    {"long_long", R"(
int f(int a, int b) {
  long long x = a; unsigned long long y = (unsigned)b;
  x = x * 1000003 - b; y = y * 0x9E3779B97F4A7C15ull + x;
  return (int)(x % 1000) + (int)(y >> 40) + (x < (long long)y);
}
)"},
    {"side_effects", R"(
static int g;
static int bump(int *p) { *p += 2; g++; return *p; }
int f(int a, int b) {
  unsigned x = a, y = b; int i = 0, array[4] = {1, 2, 3, 4};
  x = y++ + x--; y ^= (x += 3, x * 2);
  array[i++] += i; 
  int *p = array; *p++ = bump(&array[1]) + array[1];
  unsigned z = x > y ? x-- : ++y;
  return x + y + z + array[0] * 16 + array[1] + (int)(p - array) + g + i;
}
)"},
    {"operands_kept_twice", R"(
static int g;
static int bump(int by) { g += by; return g; }
static int three(int x, int y, int z) { return x * 9 + y * 3 + z; }
static int four(int x, int y, int z, int u) { return three(x, y, z) * 2 - u; }
int f(int a, int b) {
  int n = a & 7, m = b & 7;
  int r = three(g, bump(n), bump(m));
  r += four(g + n, bump(1), g, bump(m)) + four(n, n++, bump(n), m++ + g);
  int table[] = {g, bump(2), g * 2, bump(n), g - m};
  return r + (g + bump(1)) * (g - bump(2)) + table[0] + table[2] * 3 + table[4];
}
)"},
    {"logic", R"(
static int calls;
static int yes(int x) { calls = calls * 10 + 1; return x; }
int f(int a, int b) {
  int *p = a ? &b : 0;
  int r = p && *p > 3 || yes(a > 1) && !yes(b);
  if (!(p && *p == 7) && (a == 1 || (a > b && yes(1)))) r += 4;
  while (r < 20 && (calls || r++ < 10)) r += 3;
  return r * 1000 + calls % 1000 + (p ? *p : -1) % 5 + (a ?: 9) % 7;
}
)"},
    {"conditional_values", R"(
int f(int a, int b) {
  int x = a > b ? a / (b == 0 ? 1 : b) : b / (a ? a : 2);
  return (x > 0 ? x : -(x / 2)) + (a < 0 ? 1u : 2u);
}
)"},
    {"loops", R"(
int f(int a, int b) {
  int n = (a & 15), sum = 0, i, j;
  for (i = 0; i < n; i++) {
    if (i == 3) continue;
    for (j = i; j < 10; j += 2) { if (j == b) break; sum += i * j; }
    if (sum > 100) break;
  }
  while (1) { if (--n < 0) break; if (n & 1) continue; sum ^= n; }
  do { sum++; if (sum & 4) continue; sum++; } while (sum & 3);
  do { if (sum > 50) break; sum += 7; } while (0);
  for (;;) { if (sum++ > 9) return sum + i; }
}
)"},
    {"switches", R"(
int f(int a, int b) {
  int r = 0;
  switch (a) {
  case 0: r = 1; break;
  case 1: case 2: r = 2;
  case 3: r += 10; /* falls */
  default: r += 100; break;
  case 7: r = 7; if (b == 1) break; r = 8; a = 0;
  case 31 ... 40: r += a; break;
  case -1: return -1;
  }
  switch (b & 3) { default: r++; case 1: r *= 2; break; case 2: r -= 5; }
  switch ((unsigned char)a) { case 255: r += 3; }
  switch (b) case 1: r = 77;
  for (int i = 0; i < 4; i++) {
    switch (i) { case 1: continue; case 2: break; default: r += i; }
    r ^= i;
  }
  return r;
}
)"},
    {"gotos", R"(
int f(int a, int b) {
  int r = 0, i = 0;
  if (a == 1) goto one;
  for (i = 0; i < 10; i++) {
    for (int j = 0; j < 10; j++)
      if (i * j == (b & 63)) goto found;
    if (i == a) goto out;
  }
  r = 5;
  goto out;
found:
  r = i + 100;
one:
  r += 3;
out:
  if (r > 1000) return -1;
again:
  r++;
  i++;
  if (i < 15) goto again;
  return r;
}
)"},
    {"goto_over_locals", R"(
static int get(int *p) { return *p; }
int f(int a, int b) {
  int total = 0;
retry: {
    int x[2] = {a & 7, 1};
    if (b == 2) goto done;
    int y = get(x);
    total += y + x[1];
    if (total < 20) goto retry;
    int z = 3;
    total += get(&z);
  }
done:
  return total;
}
)"},
    {"goto_into_nested", R"(
int f(int a, int b) {
  int r = 0, n = a & 7;
  if (a == 1) goto in_loop;
  if (b == 2) goto in_else;
  if (a > b) {
    r = 1;
    if (b == 3) { in_if: r += 10; }
  } else {
    in_else: r += 100;
    if (a == 7) goto in_if;
  }
  while (n-- > 0) {
    int unset;
    if (r > 5000) break;
    r += 3;
    in_loop: also: unset = n; r += unset + 1;
    if (r & 1) continue;
    if (b == 31) goto out_of_two;
    for (int i = 0; i < 3; i++) { if (r & 4) goto also_out; r ^= i; }
  }
  do { r++; also_out: r += 2; } while (r < 10);
  if (b == 100) { b = n = 3; goto also; }
out_of_two:
  return r;
}
)"},
    {"goto_web", R"(
int f(int a, int b) {
  unsigned r = a, s = b; int fuel = 30;
  if (a & 1) goto two;
one:
  r = r * 3 + 1; if (--fuel < 0) goto end;
  if (r & 2) goto three;
two:
  s ^= r; if (--fuel < 0) goto end;
  if (s & 4) goto one;
three:
  r += s; if (--fuel < 0) goto end;
  switch (r & 3) { case 0: goto one; case 1: goto two; case 2: goto end; }
  goto three;
end:
  return r ^ s;
}
)"},
    {"goto_into_scopes", R"(
static int get(const int *p) { return *p; }
int f(int a, int b) {
  int r = 0, rounds = 0;
  if (a == 2) goto inside;
again: {
    int v[2] = {a & 7, 4}, w = 5;
    r += w;
    if (b == 7) goto skip;
  inside:
    w = b & 15; v[0] = w; v[1] = 3;
    { int k = 9; if (a == 3) goto skip; r += k; }
    r += get(v + 1) + w;
  skip:
    r += 1000;
  }
  if (++rounds < 3) goto again;
  return r;
}
)"},
    {"duff", R"(
int f(int a, int b) {
  int count = (a & 31) + 1, from[32], to[32] = {0}, i = 0, j = 0, r = 0;
  for (int k = 0; k < 32; k++) from[k] = k ^ (b & 3);
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { to[i++] = from[j++];
  case 3:      to[i++] = from[j++];
  case 2:      to[i++] = from[j++];
  case 1:      to[i++] = from[j++];
          } while (--n > 0);
  }
  for (int k = 0; k < 32; k++) r = r * 3 % 10007 + to[k];
  return r;
}
)"},
    {"nested_cases", R"(
int f(int a, int b) {
  int r = 0;
  for (int i = 0; i < 5; i++)
    switch ((a + i) & 15) {
      int shared;
    case 0: {
      shared = 1;
      if (b > 2) {
    case 1 ... 3:
        shared = 2;
        if (b == 7) continue;
      } else
    default:
        shared = 9;
      r += shared;
    }
      break;
    case 4: if (0) { case 5: r += 50; case 6: r += 60; break; }
    case 7: for (; b & 31; b--) { case 8: r++; if (r > 90) goto out; }
    both: more: case 9: r += 4;
      if (r == 77) goto both;
      switch (b) { case 1: { break; case 2: r += 5; } case 3: goto more2; }
      r++;
    }
more2:
  r += 1000;
out:
  return r;
}
)"},
    {"jumps_out_of_statement_expressions", R"(
int f(int a, int b) {
  int r = 0;
  if (a == 3) goto inside;
  for (int i = 0; i < 6; i++) {
    r += ({ if (i == (a & 7)) break; if (i == b) goto inside; i; });
    inside:
    r += ({ int k = 0; again: k += 3; if (k < 7) goto again; k; });
    if (a == 3) break;
  }
  return r;
}
)"},
    {"structs", R"(
struct point { int x; char tag; long y; };
struct box { struct point a, b; int n[3]; };
static struct point make(int x, long y) {
  struct point p = {.y = y, .x = x}; return p;
}
static long area(struct box b) {
  b.a.x++; return (b.b.x - (long)b.a.x) * (b.b.y - b.a.y) + b.n[2];
}
int f(int a, int b) {
  struct box s = {make(a & 15, 2), {b & 31, 'c', 9}, {1, 2}};
  struct box t = s, *p = &t;
  p->b = make(p->a.x + 3, p->b.y);
  t.n[2] = t.a.tag + make(4, 5).x;
  struct box u = a > b ? s : t;
  u.a = (p = &s, p->b);
  return (int)(area(s) + area(t) * 3 + area(u)) + s.a.x + p->b.tag;
}
)"},
    {"unions", R"(
union u { int i; unsigned char c[4]; float f; struct { short lo, hi; }; };
int f(int a, int b) {
  union u x = {a}, y = {.f = 1.5f}, z;
  z.c[0] = b; z.c[1] = z.c[2] = 0; z.c[3] = 1;
  x.hi++;
  return x.c[0] + x.hi * 2 + (y.i >> 20) + z.i;
}
)"},
    {"bit_fields", R"(
struct s { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1;
           signed char e : 4; unsigned : 0; int f : 7; };
struct __attribute__((packed)) t { char x; int y : 13; unsigned z : 11; };
struct s g = {1, -2, 3, 1, -4, 5};
int f(int a, int b) {
  struct s v = {a, b, 77, 1, -3, 9};
  v.a += 3; v.b--; v.c = v.c * a + b; v.d ^= 1; v.e = v.f = a;
  struct t t = {1, 2, 3}; t.y = a; t.z += b; int k = (v.b = b);
  return v.a + v.b * 3 + (int)(v.c >> 3) + v.d * 5 + v.e * 7 + v.f + t.y +
         t.z + g.b + g.e + k + (v.a < -1) + (g.c == 3);
}
)"},
    {"arrays", R"(
static const int table[3][4] = {{1, 2}, [2] = {[1] = 5, 6, 7}};
int f(int a, int b) {
  int m[3][4] = {{a & 3}, {1, 2, b & 3}}, i, j, s = 0;
  int (*row)[4] = m; char text[8] = "abc", *p = text;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++) s += row[i][j] * table[i][j] + m[i][j];
  while (*p) s += *p++;
  return s + 2[m[1]] + (int)(p - text) + (int)sizeof m + "xyz"[a & 1];
}
)"},
    {"index_out_of_bounds", R"(
int f(int a, int b) {
  int x[8] = {1, 2, 3}; static int y[4]; int *p = x;
  y[b & 3] = 9;
  return x[a] + y[1] + p[7];
}
)"},
    {"pointer_out_of_bounds", R"(
int f(int a, int b) {
  int x[8] = {1, 2, 3}; int *p = x + (a & 15);
  if (b == 3) return p == &x[8];
  return *p;
}
)"},
    {"null_pointers", R"(
struct s { int pad[4]; int x; };
static int get(struct s *p) { return p->x; }
int f(int a, int b) {
  struct s v = {.x = b}, *p = a == 7 ? 0 : &v;
  if (a > b) return get(p);
  return p ? p->x : -1;
}
)"},
    {"heap", R"(
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
int f(int a, int b) {
  struct node *list = 0; int sum = 0;
  for (int i = 0; i < (a & 7); i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list; n->value = i * b % 10; list = n;
  }
  int *v = calloc(4, sizeof(int)); v[1] = 5;
  v = realloc(v, 8 * sizeof *v); v[7] = v[1];
  for (struct node *n = list, *next; n; n = next) {
    sum = sum * 3 + n->value % 5; next = n->next;
    if (b == 31) { free(n); sum += n->value; } else free(n);
  }
  sum += v[7] + v[0];
  free(v);
  if (b == 32) v[0] = 1;
  if (b == 100) free(v);
  return sum;
}
)"},
    {"strings", R"(
#include <string.h>
int f(int a, int b) {
  char buffer[16]; const char *names[] = {"zero", "one", "two"};
  memset(buffer, 'x', sizeof buffer);
  memcpy(buffer, names[a & 1], strlen(names[a & 1]) + 1);
  memmove(buffer + 1, buffer, 5);
  buffer[15] = 0;
  if (b == 7) memcpy(buffer, buffer + 1, 4);
  if (b == 31) memset(buffer, 0, 17);
  return (int)strlen(buffer) * 100 + buffer[3] + sizeof "abc" + __func__[0];
}
)"},
    {"globals", R"(
struct item { const char *name; int (*run)(int); int *where; };
static int twice(int x) { return (unsigned)x * 2; }
static int storage[3] = {4, 5, 6};
int common; extern int later; 
static struct item items[] = {{"a", twice, &storage[1]}, {.where = storage + 2}};
int later = 12;
static double ratio = 0.25; static float list[2] = {1, -2.5f};
int f(int a, int b) {
  static int calls = 3; { static int calls = 5; calls++; common += calls; }
  calls += a & 7;
  if (items[0].run) common = items[0].run(b);
  *items[1].where += 1;
  return calls + common + storage[2] + *items[0].where + items[0].name[0] + later +
         (int)(ratio * 8) + (int)(list[1] * 2);
}
)"},
    {"function_pointers", R"(
typedef int (*op)(int, int);
static int add(int a, int b) { return (unsigned)a + b; }
static int sub(int a, int b) { return (unsigned)a - b; }
static op choose(int which) { return which == 0 ? add : which == 1 ? &sub : 0; }
int f(int a, int b) {
  op table[2] = {add, sub}; op o = choose(a);
  if (b == 7) return o == add;
  return o(a, b) + (*table[b & 1])(1, 2) + (**o)(3, 4);
}
)"},
    {"floats", R"(
int f(int a, int b) {
  double x = a, y = b / 3.0; float z = a * 0.5f; unsigned u = b;
  x = x * y + z - 1e3; z++; y = -y; x /= 7; z += u;
  int r = (x < y) + 2 * (x == y) + 4 * (z >= 1.5) + 8 * !x + 16 * (x != x);
  if (y > -1e6 && y < 1e6) r += (int)y * 32;
  return r + (int)(z / 1e30f) + (long)(float)u % 7;
}
)"},
    {"float_to_int", R"(
int f(int a, int b) {
  double x = a * 1.5; float y = (float)b * 2;
  unsigned char c = (a & 255) * 0.75; 
  return (int)x + (short)(y / 100000) + c;
}
)"},
    {"long_double", R"(
#include <math.h>
#include <string.h>
struct s { char c; long double x; short h; };
static struct s half(struct s v) { v.x /= 2; return v; }
static const long double table[] = {0.1L, 1e4000L, [3] = 0x1.fffffffffffffffep-16382L};
int f(int a, int b) {
  long double x = a, y = b / 3.0L, third = 1.0L / 3; float z = x; double d = third;
  struct s v = {1, x * y, 7}, w = half(v);
  v = w; x = copysignl(v.x, y) + z; x++; y = -y;
  int r = (x < y) + 2 * (third == d) + 4 * (third == (float)third) +
          8 * !signbit(x) + 16 * (table[b & 3] > 1e300) + 32 * (x != v.x + w.h);
  if (y > -2e9L && y < 2e9L) r += (int)y + (int)fabsl(y);
  unsigned long long n = 0xffffffffffffffffull - (unsigned)a;
  return r + ((unsigned long long)(long double)n == n) * 64 + (x && !isnan(y));
}
)"},
    {"bits_of_long_double", R"(
#include <string.h>
union u { long double x; unsigned long long low; unsigned short part[5]; };
int f(int a, int b) {
  union u v = {.x = a};
  v.low ^= (unsigned long long)b << 32; v.part[4] ^= b & 0x83ff;
  long double y; char raw[10];
  memcpy(raw, &v.x, 10); memset(&y, 0, sizeof y); memcpy(&y, raw, 10);
  double d = y; unsigned long long bits; memcpy(&bits, &d, 8);
  v.x = y * 3 - y;
  return (y == y) + 2 * (y < 1) + (int)(bits >> 40) + v.part[3] + v.part[4];
}
)"},
    {"statement_expressions", R"(
#define max(x, y) ({ __typeof__(x) _x = (x); typeof(y) _y = (y); _x > _y ? _x : _y; })
struct p { int x, y; };
int f(int a, int b) {
  int m = max(a, max(b, 3)); struct p q = ({ struct p t = {a & 3, b & 3}; t; });
  return (m & 0xffff) + q.x * 3 + ({ int k = q.y; k++; k; });
}
)"},
    {"compound_literals", R"(
struct p { int x, y; };
static int sum(const struct p *p) { return p->x + p->y; }
static int *file_scope = (int[]){1, 2, 3};
int f(int a, int b) {
  int *v = (int[4]){a & 7, 2};
  struct p q = (struct p){.y = b & 7}, *r = &(struct p){q.y, q.x};
  return sum(&(struct p){v[0], v[1]}) + sum(r) * 3 + q.y + file_scope[1] +
         (int){a & 1};
}
)"},
    {"builtins", R"(
int f(int a, int b) {
  unsigned u = a; int r = 0; long wide; unsigned char narrow;
  if (__builtin_expect(a > 5, 0)) r = 1;
  if (__builtin_add_overflow(a, b, &r)) r ^= 1;
  if (__builtin_mul_overflow(a, 3u, &wide)) r ^= 2;
  if (__builtin_sub_overflow(a, b, &narrow)) r ^= 4;
  r ^= (int)wide + narrow + __builtin_popcount(u) + __builtin_bswap32(u) % 9;
  r ^= __builtin_ffs(b) + __builtin_parity(u) + __builtin_clz(u | 1) * 8;
  r += __builtin_ctzll(u) ;
  return r ^ __builtin_constant_p(3) ^ (int)__builtin_offsetof(struct { char c; long l; }, l)
    ^ __builtin_choose_expr(1, 5, 6) ^ _Generic(a, int: 7, default: 8);
}
)"},
    {"offsets_counted_from_null", R"(
struct in { char c; short s[3]; }; struct t { long l; struct in in; int n; };
#define OFFSET(m) ((unsigned long)&((struct t *)0)->m)
static const unsigned char offsets[] = {OFFSET(in), OFFSET(n), OFFSET(in.s[1])};
int f(int a, int b) {
  struct t t = {a, {1, {2, 3, b}}, 7};
  struct t *whole = (struct t *)((char *)&t.n - offsets[1]);
  return offsets[a & 1] + offsets[2] * 10 + (int)whole->l;
}
)"},
    {"aborts", R"(
#include <assert.h>
#include <stdlib.h>
int f(int a, int b) {
  assert(a != 31);
  if (a == 3) abort();
  if (a == 2 && b == 1) __builtin_trap();
  if (b == 32) exit(42);
  if (b == 100) __builtin_unreachable();
  return a == 7 ? 1 : 2;
}
)"},
    {"recursion", R"(
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int); static int odd(int n) { return n ? even(n - 1) : 0; }
static int even(int n) { return n ? odd(n - 1) : 1; }
int f(int a, int b) { return fib(a & 7) + even(b & 31) * 100; }
)"},
    {"old_style_definitions", R"(
int old(a, b) char a; short b; { return a * 2 + b; }
int f(int a, int b) { return old(a, b) + old(300, 70000); }
)"},
    {"use_after_scope", R"(
int f(int a, int b) {
  int *p = 0, r = 0;
  for (int i = 0; i < 3; i++) {
    int local[2] = {i, a & 1};
    if (i == 1) { p = local; if (b == 2) break; }
    if (i == 1 && b == 3) continue;
    r += local[0];
  }
  return b == 7 ? *p : r;
}
)"},
    {"incremented_pointers", R"(
int f(int a, int b) {
  short v[6] = {1, 2, 3, 4, 5, 6}; short *p = v, **q = &p; char *c;
  *p++ = 9; *++p += 3; (*q)++; p -= 1; p += (a & 1);
  c = (char *)p; c[1] = 1; c += 2;
  unsigned long n = (unsigned long)p - (unsigned long)v;
  return *p + (int)n + *(short *)c + (p > v) + (int)(&v[5] - p) + (*q == p);
}
)"},
    {"flexible_arrays", R"(
#include <stdlib.h>
struct flex { int n; int data[]; };
struct tail { int n; int data[1]; };
int f(int a, int b) {
  struct flex *x = malloc(sizeof *x + 4 * sizeof(int));
  struct tail *y = malloc(sizeof *y + 3 * sizeof(int));
  for (int i = 0; i < 4; i++) x->data[i] = y->data[i] = i * 2;
  int r = x->data[a & 3] + y->data[b & 7];
  free(x); free(y);
  return r;
}
)"},
    {"comma_and_casts", R"(
enum color { red, green = 5, blue };
int f(int a, int b) {
  enum color c = (enum color)(a & 3); long l = (a, b); void *v = (void *)l;
  int k = (int)(long)v + (c == red) + blue;
  return (unsigned char)k + (signed char)a + (int)(unsigned short)b + (!a, ~b);
}
)"},
    {"float_tests", R"(
#include <math.h>
int f(int a, int b) {
  double zero = a - a, x = a == 7 ? 1 / zero : a == 31 ? zero / zero : -1e300;
  if (b == 1) x *= 1e300;
  return isnan(x) + 2 * !!isinf(x) + 4 * !!isfinite(x) +
         8 * __builtin_isinf_sign(x);
}
)"},
    {"results_of_memory_functions", R"(
#include <string.h>
struct s { char *to; char text[8]; };
int f(int a, int b) {
  struct s v = {0, "abcdefg"}; v.to = v.text;
  char *p = memcpy(v.to, "xy", 2), *q = memset(v.to + 3, a & 7, 2);
  char *r = memcpy(&v.to, &q, sizeof q);
  return (p == v.text) + 2 * (q == v.to) + v.text[3] + (r == (char *)&v);
}
)"},
    {"nested_calls", R"(
struct pair { int x, y; };
static struct pair swap(struct pair p) { struct pair q = {p.y, p.x}; return q; }
static int count;
static int next(void) { return ++count; }
static int mix(int a, int b, int c) { return a * 100 + b * 10 + c; }
int f(int a, int b) {
  struct pair p = {a & 7, b & 7};
  count = 0;
  p = swap(swap(swap(p)));
  int array[5] = {0}; array[next()] = next(); array[next()] += next();
  return mix(next(), count, next()) + swap(p).x * 7 + array[2] * 3 + array[4] +
         (next() - next() * 2) + (count ? next() : 0);
}
)"},
    {"bit_fields_in_nine_bytes", R"(
int f(int a, int b) {
  struct __attribute__((packed)) { unsigned a : 3; unsigned long b : 62; long c : 63; } x = {0};
  x.b = a * 0x123456789ul; x.c = -b * 3l; x.a = b; x.b += 77; x.c ^= a; x.b--;
  unsigned char *p = (unsigned char *)&x; int r = 0;
  for (unsigned i = 0; i < sizeof x; i++) r = r * 3 % 100003 + p[i];
  return r + (int)(x.b >> 40) + (int)(x.c >> 2) + x.a + (int)sizeof x;
}
)"},
    {"array_of_variable_length", R"(
int f(int a, int b) {
  int n = (a & 15) + 1; int v[n]; int count = n; n = 0;
  for (int i = 0; i < count; i++) v[i] = i * i;
  return v[b & 15] + (int)sizeof v + (int)sizeof(int[count + 1]);
}
)"},
    {"array_length_not_positive", R"(
int f(int a, int b) { int v[(a & 3) - (b & 1)]; v[0] = b & 3; return v[0]; }
)"},
    {"arrays_of_arrays_of_variable_length", R"(
static int sum(int n, int m, int v[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += v[i][j] * (i + 1);
  return s + (int)sizeof v[0];
}
int f(int a, int b) {
  int n = (a & 3) + 1, m = (b & 3) + 1; typedef int rows[n][m]; n++; m++;
  rows v; int (*p)[m - 1] = v;
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < m - 1; j++) p[i][j] = i * 10 + j;
  return sum(n - 1, m - 1, v) + (int)(&v[n - 2] - &v[0]) + (*(p + 0))[m - 2];
}
)"},
    {"arrays_of_variable_length_in_scopes", R"(
int f(int a, int b) {
  int total = 0;
  for (int k = 1; k < (a & 15) + 2; k++) {
    char text[k * 2];
    for (int i = 0; i < k * 2; i++) text[i] = i;
    if (k == (b & 7)) continue;
    unsigned short half[k];
    half[k - 1] = k;
    if (k == 9) break;
    if (k == (b & 31)) return text[k] + half[k - 1] + total;
    total += text[k * 2 - 1] + half[k - 1] + (int)sizeof half;
    { long more[k]; more[0] = total; if (total == b) goto out; total += more[0]; }
  }
out:
  return total + ({ int last[(b & 3) + 1]; last[0] = total; last[0] & 3; });
}
)"},
    {"memory_of_the_stack", R"(
int f(int a, int b) {
  int n = (a & 15) + 1;
  int *p = __builtin_alloca(n * sizeof(int)), *q = p;
  for (int i = 0; i < n; i++) p[i] = i;
  if (b > 1) { q = __builtin_alloca(8); q[0] = 1; q[1] = b; }
  if (b == 7) return q[1];
  return p[n - 1] + q[0] + p[b & 15];
}
)"},
    {"init_tables", R"(
int f(int a, int b) {
  int t[20] = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18};
  const char *n[] = {"a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q"};
  int r[40] = {[0 ... 9] = 3, [30] = 4};
  return t[a & 15] + n[b & 15][0] + t[19] + r[5] + r[a & 31];
}
)"},
};

INSTANTIATE_TEST_SUITE_P(Cases, FrontendNative, ::testing::ValuesIn(cases),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace mergeproof::frontend::c

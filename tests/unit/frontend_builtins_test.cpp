// uses: frontend/c interp verdict ir source support
//
// Variable arguments and builtins of compilers: the same results and traps as
// clang's code, and what the interpreter says of lists that are misused.
#include "unit/native_case.h"

namespace mergeproof::frontend::c {
namespace {

class FrontendBuiltins : public ::testing::TestWithParam<NativeCase> {};

TEST_P(FrontendBuiltins, SameAsClang) { expect_same_as_clang(GetParam()); }

const NativeCase cases[] = {
    {"variadic_sum", R"(
#include <stdarg.h>
static int sum(int n, ...) {
  va_list ap; int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
int f(int a, int b) {
  return sum(0) + sum(1, a & 255) + sum(3, b & 15, (char)a, (short)b) +
         (a == 7 ? sum(2, a, b) : sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}
)"},
    {"variadic_kinds", R"(
#include <stdarg.h>
#include <stdbool.h>
enum color { red, green = 5 };
static double mixed(const char *kinds, ...) {
  va_list ap; double r = 0;
  va_start(ap, kinds);
  for (; *kinds; kinds++) {
    r *= 3;
    switch (*kinds) {
    case 'i': r += va_arg(ap, int); break;
    case 'u': r += va_arg(ap, unsigned); break;
    case 'l': r += va_arg(ap, long) % 1000; break;
    case 'd': r += va_arg(ap, double); break;
    case 'p': { int *p = va_arg(ap, int *); r += p ? *p : -1; break; }
    case 's': r += va_arg(ap, char *)[0]; break;
    case 'e': r += va_arg(ap, enum color); break;
    case 'x': r += (int)(va_arg(ap, __int128) >> 5); break;
    }
  }
  va_end(ap);
  return r;
}
int f(int a, int b) {
  int k = b & 7; float h = 0.5f; bool t = a > 3;
  double r = mixed("iudlpsexid", t, (unsigned char)b, h * k, (long)a, &k, "word",
                   green, (__int128)a * 64, 'x', 2.25) +
             mixed("p", (int *)0) + mixed("ddddddddddi", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0,
                                    7.0, 8.0, 9.0, 10.0, a & 63);
  return (int)((long)r % 1000003);
}
)"},
    {"variadic_lists", R"(
#include <stdarg.h>
struct holder { int count; va_list ap; };
static int first(va_list *ap) { return va_arg(*ap, int); }
static int rest(int n, va_list ap) {
  int s = 0;
  while (n-- > 0) s = s * 3 % 1000 + va_arg(ap, int) % 100;
  return s;
}
static int held(struct holder *h) { h->count++; return va_arg(h->ap, int) % 77; }
static int all(int n, ...) {
  struct holder h = {n};
  va_list ap, copy;
  va_start(ap, n);
  int r = first(&ap) % 50;
  va_copy(copy, ap);
  r = r * 7 + rest(n - 1, copy);
  va_copy(h.ap, ap);
  r = r * 5 % 10000 + held(&h) + held(&h);
  va_end(copy); va_end(h.ap);
  r = r * 3 + va_arg(ap, int) % 9;
  va_end(ap);
  va_start(ap, n);
  r = r * 2 + va_arg(ap, int) % 13;
  va_end(ap);
  return r + h.count;
}
static int relay(const char *kind, ...) {
  va_list ap; va_start(ap, kind);
  int x = va_arg(ap, int), y = va_arg(ap, int);
  int r = all(4, x, all(3, y, x, 5), y, 9) % 100000;
  va_end(ap);
  return r + *kind;
}
int f(int a, int b) {
  int (*through)(int, ...) = a > 0 ? all : all;
  return relay("k", a, b) + through(3, b, a, 1);
}
)"},
    {"float_classes", R"(
#include <math.h>
static double make(int k) {
  static const double table[] = {0.0, -0.0, 1.5, -2.5, 1e-310, -1e-310, 1e308,
                                 2.2250738585072014e-308};
  double zero = table[0];
  return k == 31 ? 1 / zero : k == 32 ? -1 / zero : k == 100 ? zero / zero
                                              : table[k & 7];
}
int f(int a, int b) {
  double x = make(a), y = make(b); float s = (float)x;
  int r = __builtin_fpclassify(0, 1, 2, 3, 4, x) + 5 * !!__builtin_isnormal(x) +
          10 * !!__builtin_signbit(x) + 20 * __builtin_fpclassify(0, 1, 2, 3, 4, s) +
          100 * !!__builtin_isnormal(s) + 200 * !!__builtin_signbit(s);
  r += 400 * isgreater(x, y) + 800 * isgreaterequal(x, y) + 1600 * isless(x, y) +
       3200 * islessequal(x, y) + 6400 * islessgreater(x, y) +
       12800 * isunordered(x, y) + 25600 * !!isnormal(y);
  double c = copysign(x, y), d = fabs(y), e = __builtin_fabs(x);
  r += 51200 * !!signbit(c) + 102400 * (d == y) + 204800 * (e > 1) +
       409600 * !!signbit(fabsf(s)) + (__builtin_huge_val() > 1) +
       (__builtin_inff() == __builtin_inf()) + isnan(__builtin_nan(""));
  return r;
}
)"},
    {"bits", R"(
int f(int a, int b) {
  unsigned u = a; unsigned long l = (unsigned long)b * 0x9e3779b97f4a7c15;
  unsigned char c = a; unsigned short s = b;
  unsigned r = __builtin_rotateleft32(u, b) + __builtin_rotateright32(u, 3) +
               __builtin_rotateleft8(c, b) + __builtin_rotateright16(s, a);
  r ^= __builtin_rotateleft64(l, a) + __builtin_rotateright64(l, 64);
  r += __builtin_bitreverse32(u) ^ __builtin_bitreverse8(c) ^
       __builtin_bitreverse16(s) ^ (unsigned)__builtin_bitreverse64(l);
  int *p = __builtin_assume_aligned(&a, 4);
  return (int)(r % 1000000007) + (*p == a);
}
)"},
    {"atomics", R"(
static int counter = 5; static long wide; static void *slot;
int f(int a, int b) {
  int r = __atomic_fetch_add(&counter, a & 7, __ATOMIC_SEQ_CST);
  r = r * 3 + __atomic_add_fetch(&counter, b & 3, __ATOMIC_RELAXED);
  r = r * 3 + (__atomic_sub_fetch(&wide, 2, 5) + __atomic_fetch_or(&wide, 9, 5)) % 99;
  r += __atomic_fetch_nand(&wide, a & 15, 5) % 50 + __atomic_xor_fetch(&counter, 3, 5);
  int expected = 7, loaded; __atomic_store_n(&counter, a & 15, 5);
  r = r * 2 + __atomic_compare_exchange_n(&counter, &expected, b, 0, 5, 5) + expected % 20;
  __atomic_load(&counter, &loaded, 5);
  r += loaded % 31 + __atomic_exchange_n(&counter, 11, 5) % 31;
  __atomic_store(&counter, &expected, 5);
  r += __sync_fetch_and_add(&counter, 4) % 17 + __sync_sub_and_fetch(&wide, 1) % 3;
  r += __sync_bool_compare_and_swap(&counter, 11, 1) +
       __sync_val_compare_and_swap(&counter, 1, 2) % 7 + __sync_nand_and_fetch(&counter, 3) % 5;
  r += __sync_lock_test_and_set(&counter, 1) % 3; __sync_synchronize();
  __sync_lock_release(&counter);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&slot, &r, 5);
  return r + counter + (__atomic_load_n(&slot, 5) == &r);
}
)"},
    {"c11_atomics", R"(
#include <stdatomic.h>
struct stats { atomic_int hits; _Atomic unsigned char small; _Atomic(long *) place; };
static struct stats stats = {7, 250, 0};
static _Atomic long wide = -5; static atomic_bool flag; static long cell = 3;
static atomic_int table[3] = {1, 2, 3};
int f(int a, int b) {
  atomic_int local = a; atomic_uint u; atomic_init(&u, 9);
  local += b; local++; --local; local -= 3; local ^= 5; local |= 1;
  stats.small += a; stats.small--; stats.hits = stats.hits * (b & 3) + 1;
  atomic_store(&stats.place, &cell);
  int r = atomic_fetch_add(&stats.hits, a & 31) % 1000 + atomic_fetch_sub(&wide, b) % 77;
  r += atomic_exchange(&flag, 1) * 2 + atomic_load_explicit(&stats.hits, memory_order_relaxed) % 9;
  int expected = 2;
  r = r % 1000 * 3 + atomic_compare_exchange_strong(&table[1], &expected, a) + expected;
  r += atomic_fetch_or(&u, 6) + atomic_fetch_and(&u, 3) + atomic_fetch_xor(&u, b & 7);
  atomic_thread_fence(memory_order_seq_cst);
  *stats.place += (a > 2) + (wide < 0); flag = a; wide = wide > 0 ? 1.5 : b;
  for (table[2] = 0; table[2] < 3; table[2]++) r += table[2] << 1;
  return r + local % 1000 + stats.small + (int)cell + flag + (int)wide % 50 + (int)u;
}
)"},
    {"library_builtins", R"(
#include <stdlib.h>
int f(int a, int b) {
  char text[16]; char *copy = __builtin_malloc(8);
  __builtin_memset(text, 0, sizeof text);
  __builtin_memcpy(text, "abc", 3);
  if (!copy) return -1;
  __builtin_memmove(copy, text, 4);
  int r = __builtin_strlen(copy) + __builtin_abs(b % 100) * 10;
  __builtin_free(copy);
  if (a == 31) __builtin_abort();
  return r;
}
)"},
};

INSTANTIATE_TEST_SUITE_P(Cases, FrontendBuiltins, ::testing::ValuesIn(cases),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

// How f(0, 0) ends, where f reads from take(1, …) what `reads` says.
std::string misused(const std::string &reads, const std::string &arguments) {
  return Interpreted("#include <stdarg.h>\n"
                     "static long take(int n, ...) { va_list ap; long r = 0; "
                     "va_start(ap, n); " +
                     reads +
                     " va_end(ap); return r; }\n"
                     "int f(int a, int b) { return (int)take(1" +
                     arguments + "); }\n")
      .run(0, 0);
}

TEST(FrontendVariadic, MisusedListsTrap) {
  const char *const number = "r = va_arg(ap, int);";
  EXPECT_EQ(misused(number, ", 5"), "5");
  EXPECT_EQ(misused(number, ", 5, 6"), "5");
  EXPECT_EQ(misused(number, ", 5u"), "5");
  EXPECT_EQ(misused("r = *va_arg(ap, int *);", ", &(int){4}"), "4");
  EXPECT_EQ(misused("r = va_arg(ap, long);", ", (void *)0"), "0");
  EXPECT_EQ(misused(number, ""), "trapped");
  EXPECT_EQ(misused(number, ", 5L"), "trapped");
  EXPECT_EQ(misused(number, ", 5.0"), "trapped");
  EXPECT_EQ(misused("r = va_arg(ap, double);", ", 5L"), "trapped");
  EXPECT_EQ(misused("r = (long)va_arg(ap, char *);", ", 0"), "trapped");
  EXPECT_EQ(misused("r = va_arg(ap, int) + va_arg(ap, int);", ", 5"),
            "trapped");
}

} // namespace
} // namespace mergeproof::frontend::c

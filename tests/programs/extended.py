"""Programs that use long double in many ways: arithmetic, comparisons and conversions of all
widths, literals, bits of its ten bytes (also those that no operation makes), structs, unions,
arrays, variable arguments, text. They print what there is, bit by bit, and have no undefined
behaviour. Of a NaN that was computed its bits are not looked at: compilers make x - y of
x + -y, and -x / y of -(x / y).

    extended.program(seed) -> text of a C file
"""
import random

HEAD = r"""#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double L;
#ifdef __SIZEOF_INT128__
typedef __int128 widest;
typedef unsigned __int128 uwidest;
#define WIDEST_LIMIT 0x1p127L
#else
typedef int64_t widest;
typedef uint64_t uwidest;
#define WIDEST_LIMIT 0x1p63L
#endif

static void show_bits(const char *what, L x) {
  unsigned char byte[10];
  memcpy(byte, &x, 10);
  printf("%s ", what);
  for (int i = 9; i >= 0; i--)
    printf("%02x", byte[i]);
  puts("");
}
static void show(const char *what, L x) {
  if (x == x)
    show_bits(what, x);
  else
    printf("%s nan\n", what);
}
static L below(L x, L least, L limit) { return x >= least && x < limit ? x : least / 2; }
static L of_bits(unsigned top, uint64_t digits) {
  L x = 0;
  memcpy(&x, &digits, 8);
  memcpy((char *)&x + 8, &(uint16_t){(uint16_t)top}, 2);
  return x;
}
static L plain(L x) { return x == x ? x : of_bits(0x7fff, 3ull << 62); }
static L add_all(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  L sum = 0;
  for (const char *k = kinds; *k; k++)
    switch (*k) {
    case 'L': sum += va_arg(list, L); break;
    case 'd': sum -= va_arg(list, double); break;
    case 'i': sum += va_arg(list, int); break;
    default: sum *= va_arg(list, long long); break;
    }
  if (*kinds == 'L')
    sum += va_arg(copy, L) / 3;
  va_end(copy);
  va_end(list);
  return sum;
}
struct pair { char c; L x; short s; };
struct one { L x; };
struct mixed { float f; struct one in[2]; double d; };
union view { L x; uint64_t digits; struct { uint64_t low; uint16_t top; } part; unsigned char byte[16]; };
static struct pair make_pair(L x, int c) { struct pair p = {(char)c, x, 5}; return p; }
static struct one half(struct one o) { o.x /= 2; return o; }
static struct mixed mix(struct mixed m, L by) { m.in[1].x = m.in[0].x * by; m.f += (float)by; return m; }
static L fold(const L *v, int n) { return n ? *v - fold(v + 1, n - 1) / 3 : 1; }
static L twice(L x) { return x + x; }
static L third(L x) { return x / 3; }
static int order(const void *a, const void *b) {
  const L *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}
static L (*const steps[])(L) = {twice, third, fabsl, sqrtl, twice};
static volatile L seen = 1.5L;
"""

UNARY = ["fabsl", "floorl", "ceill", "truncl", "roundl", "rintl", "nearbyintl", "sqrtl", "cbrtl",
         "expl", "logl", "sinl", "__builtin_fabsl", "logbl"]
BINARY = ["copysignl", "fmodl", "fminl", "fmaxl", "fdiml", "nextafterl", "remainderl", "hypotl",
          "__builtin_copysignl", "atan2l"]
TESTS = ["!!isnan({})", "!!isinf({})", "!!signbit(plain({}))", "!!isfinite({})", "!!isnormal({})",
         "fpclassify({})", "!{}", "!!__builtin_isnan({})", "__builtin_isinf_sign({})"]
PAIRS = ["isless", "isgreater", "islessequal", "isgreaterequal", "isunordered", "islessgreater"]
# Name of a variable, its type, and the range that conversions to it may have.
INTEGERS = [("i", "int", "-0x1p31L", "0x1p31L"), ("u", "unsigned", "0.0L", "0x1p32L"),
            ("q", "int64_t", "-0x1p63L", "0x1p63L"), ("v", "uint64_t", "0.0L", "0x1p64L"),
            ("s", "short", "-0x1p15L", "0x1p15L"), ("c", "unsigned char", "0.0L", "256.0L"),
            ("w", "widest", "-WIDEST_LIMIT", "WIDEST_LIMIT"),
            ("z", "uwidest", "0.0L", "2 * WIDEST_LIMIT")]
CLASSIFY = r"""
static int is_usual(L x) { union view v = {.x = x}; return v.part.low >> 63 == !!(v.part.top & 0x7fff); }
"""


class Numbers(random.Random):
    """A random source that speaks of numbers."""

    def literal(self):
        kind = self.randrange(6)
        if kind == 0:
            return self.choice(["0.0L", "-0.0L", "1.0L", "LDBL_MAX", "LDBL_MIN", "LDBL_EPSILON",
                                "LDBL_TRUE_MIN", "DBL_MAX", "FLT_MIN", "0.1f", "0.1", "0.1L",
                                "__builtin_infl()", "-HUGE_VALL", "__builtin_nanl(\"\")"])
        if kind == 1:
            exponent = self.choice([0, 3, -7, 62, 63, 64, -1074, 1023, 16383, -16382, -16445, 127])
            return f"{self.choice('+-')}0x1.{self.getrandbits(80):020x}p{exponent}L"
        if kind == 2:
            return f"{self.getrandbits(70)}.{self.getrandbits(40)}e{self.randint(-40, 40)}L"
        if kind == 3:
            return f"{self.randint(-9, 9)}.{self.getrandbits(90)}e{self.randint(-4960, 4930)}L"
        return f"{self.randint(-1000, 1000)}.{self.randrange(8) * 125}L"

    def bits(self):
        exponent = self.choice([0, 0, 1, 0x3fff, 0x7ffe, 0x7fff, 0x7fff, self.getrandbits(15),
                                0x3fff + self.randint(-64, 64)])
        digits = self.choice([0, 1, 1 << 63, 3 << 62, (1 << 64) - 1, self.getrandbits(64),
                              self.getrandbits(64) | 1 << 63])
        if exponent and self.random() < 0.8:
            digits |= 1 << 63
        return f"of_bits({exponent | self.getrandbits(1) << 15:#x}, {digits:#x}ull)"

    def integer(self):
        return self.choice([name for name, *_ in INTEGERS])

    def number(self):
        """An operand of any arithmetic type that is in reach."""
        return self.choice(["a", "b", "e", "t[1]", "p.x", "m.in[0].x", "d", "f", self.integer(),
                            "n.x", "seen"])

    def real(self, depth=2):
        """Of type long double, without effects; the value may be anything but unusual bits
        where its class is asked for."""
        if depth <= 0 or self.random() < 0.2:
            return self.choice(["a", "b", "e", "t[0]", "t[2]", "p.x", f"(L){self.number()}",
                                f"({self.literal()} + 0 * a)" if self.random() < 0.1
                                else f"(L)({self.literal()})"])
        x, y = self.real(depth - 1), self.real(depth - 1)
        kind = self.randrange(10)
        if kind < 5:
            return f"({x} {self.choice('+-*/')} {self.choice([y, y, self.number()])})"
        if kind == 5:
            return f"(-{x})"
        if kind == 6:
            return f"({x} {self.choice(['<', '<=', '==', '!=', '>', '>='])} {self.number()} ? {x} : {y})"
        if kind == 7:
            return f"(L)({self.choice(['float', 'double'])}){x}"
        if kind == 8:
            return f"steps[{self.randrange(5)}]({x})"
        return f"{self.choice(BINARY[:1] + BINARY[2:4])}({x}, plain({y}))"

    def place(self):
        return self.choice(["a", "b", "e", f"t[{self.randrange(4)}]", "p.x", "n.x", "m.in[1].x",
                            "seen", "*at"])


def assign(w):
    place = w.place()
    return w.choice([f"{place} = {w.real(3)};", f"{place} {w.choice('+-*/')}= {w.number()};",
                     f"{place}{w.choice(['++', '--'])};", f"a = {w.choice(['++', '--'])}{place};",
                     f"{place} = {w.integer()};", f"at = &{w.choice(['a', 'b', 't[3]', 'p.x'])};",
                     f"d {w.choice(['=', '+=', '*='])} {w.real()};", f"f = {w.real()};",
                     f"f {w.choice('+-*')}= {w.number()};", f"{place} = (b = {w.real()}, e);"])


def to_integer(w):
    name, kind, least, limit = w.choice(INTEGERS)
    value = f"below({w.real()}, {least}, {limit})"
    more = w.choice(["", "", f"e = {name};", f"e = {name} / 3.0L;", f"a *= {name};"])
    flag = f"flag = {w.real()};" if w.random() < 0.3 else ""
    return f"{name} = ({kind}){value}; {more} {flag} printf(\"%d\\n\", flag);"


def grown(w):
    return w.choice([
        f"i = (int)below(i * 0.5L, -0x1p31L, 0x1p31L); i += below({w.real(1)}, -100.0L, 100.0L);",
        f"bits.part = (int)below({w.real(1)}, -0x1p11L, 0x1p11L); a += bits.part;",
        f"q = (q & 0xffff) * {w.choice(['1.5L', 'below(a, -9.0L, 9.0L)'])};",
        f"v >>= 7; v -= v * below({w.real(1)}, 0.0L, 1.0L);"])


def classes(w):
    lines = ["if (is_usual(a) && is_usual(b)) {"]
    for _ in range(3):
        call = w.choice(TESTS).format(w.choice(["a", "b", "(a - b)", "(-a)", "(a * 0)", "e"])) \
            if w.random() < 0.6 else f"!!{w.choice(PAIRS)}(a, {w.choice(['b', 'e', 'd'])})"
        lines.append(f"  if (is_usual(e)) printf(\"%d\\n\", {call});")
    return "\n".join([*lines, "}"])


def compared(w):
    ops = ["<", "<=", ">", ">=", "==", "!="]
    tests = ", ".join(f"{w.real(1)} {w.choice(ops)} {w.number()}" for _ in range(4))
    return f'printf("%d%d%d%d %d\\n", {tests}, a && !b || e ? 1 : a != a);'


def library(w):
    lines = ["if (is_usual(a) && is_usual(b)) {", f"  e = {w.choice(UNARY)}(a); show(\"u\", e != e ? 0 : e);",
             f"  e = {w.choice(BINARY)}(a, plain(b)); show(\"b\", e != e ? 0 : e);"]
    lines.append("  " + w.choice([
        "e = frexpl(a, &i); if (!isfinite(a)) i = 0; show(\"x\", e != e ? 0 : e);",
        "e = modfl(a, t); show(\"m\", e != e ? 0 : e);", f"e = ldexpl(a, {w.randint(-200, 200)});",
        f"e = scalbnl(b, {w.randint(-17000, 17000)});", "e = fmal(a, b, 1); if (e != e) e = 0;",
        "q = lroundl(below(a, -0x1p30L, 0x1p30L));", "q = llrintl(below(b, -0x1p62L, 0x1p62L));",
        "e = fmaxl(a, d);"]))
    return "\n".join([*lines, "}"])


def memory(w):
    return w.choice([
        f"a = {w.bits()}; show_bits(\"bits\", a); show_bits(\"-bits\", -a); t[3] = a; show_bits(\"t\", t[3]);",
        f"p.x = {w.bits()}; {{ struct pair o = p, r[2] = {{p, o}}; show_bits(\"p\", r[1].x); }}",
        f"t[{w.randrange(4)}] = {w.bits()};", f"{w.place()} = {w.bits()};",
        f"{{ union view o; o.x = plain(a); o.part.low ^= 1ull << {w.randrange(63)}; b = o.x; }}",
        f"{{ union view o = {{.x = plain(b)}}; o.part.top ^= 1u << {w.randrange(16)}; a = o.x; }}",
        f"{{ union view o = {{.x = plain(b)}}; o.byte[{w.randrange(10)}] ^= {w.randrange(256)}; e = o.x; }}",
        "{ char raw[10]; a = plain(a); memcpy(raw, &a, 10); raw[7] ^= 1; memcpy(&b, raw, 10); }",
        "{ struct pair *h = malloc(3 * sizeof *h); if (!h) return 1; h[1] = p; h[1].x++; h[2] = h[1]; "
        "p = h[2]; free(h); }",
        "{ struct pair x; memset(&x, 7, sizeof x); x.x = plain(a); x.c = 1; struct pair y; "
        "memcpy(&y, &x, sizeof x); for (unsigned k = 0; k < sizeof y; k++) v = v * 31 + ((unsigned char *)&y)[k]; }",
        "{ L none[2]; memset(none, 0, sizeof none); none[1] = plain(b); for (unsigned k = 0; k < sizeof none; k++) "
        "v = v * 31 + ((unsigned char *)none)[k]; }",
        "memmove(t + 1, t, 2 * sizeof *t);",
        f"{{ int k = {w.randint(2, 5)}; L long_one[k]; for (int j = 0; j < k; j++) long_one[j] = a + j; "
        "b = fold(long_one, k); }",
        f"{{ static const L fixed[] = {{{w.literal()}, {w.literal()}, 1, 'c', [5] = 0.1f}}; e = fixed[{w.randrange(6)}]; "
        "t[0] = fixed[1]; }",
        "{ L *h = calloc(4, sizeof *h); if (!h) return 1; h[3] = e; h = realloc(h, 5 * sizeof *h); if (!h) return 1; "
        "b = h[3] + h[0]; free(h); }"])


def records(w):
    return w.choice([
        f"p = make_pair({w.real()}, {w.randrange(100)});", "n = half(n);",
        f"m = mix(m, {w.real()});", "n = (struct one){a};", "m.in[0] = n; n = m.in[1];",
        "p = (struct pair){.x = b, .s = s};", "a = half((struct one){a}).x;",
        "b = add_all(\"LLdiL\", a, b, d, i, e);",
        "e = add_all(\"iLqd\", (int)s, a, (long long)q, (double)f);",
        "a = add_all(\"L\", b + 1) + add_all(\"ddL\", d, 1.5, a);",
        "a = ({ L inner = b; inner *= 2; inner; });", "e = fold(t, 4);",
        "a = _Generic(a + f, L: b, default: 1.0L) + sizeof(a * i);"])


def texts(w):
    format_ = w.choice(["%La", "%Lg", "%.20Le", "%LA", "%+.3Lg", "%#Lg", "%030.5La", "% Le", "%-30Lg|",
                        "%.0La", "%.25Lg", "%LE", "%.1La"])
    value = w.choice(["a", "b", "e", "t[1]", "p.x"])
    return w.choice([
        f'printf("{format_}\\n", {value} != {value} ? 0 : {value});',
        f'printf("{format_} %d {format_}\\n", below(a, -1e30L, 1e30L), 7, below(b, 0.0L, 1.0L));',
        'printf("%.4Lf %Lf\\n", below(a, -1e15L, 1e15L), below(b, -1.0L, 1.0L));',
        'printf("%*.*Lg\\n", 12, 5, b != b ? 0 : b);',
        'snprintf(text, sizeof text, "%.21Lg", a != a ? 0 : a); e = strtold(text, 0);',
        'snprintf(text, sizeof text, "%La", b != b ? 0 : b); if (sscanf(text, "%Lf", &e) != 1) e = 7;',
        'snprintf(text, sizeof text, "%.9Lg", a != a ? 0 : a); d = strtod(text, 0);'])


def loops(w):
    return w.choice([
        f"for (L k = {w.randint(-3, 3)}; k < {w.randint(4, 9)}.5L; k += 0.75L) a = a / 2 + k;",
        f"for (int k = 0; k < {w.randint(1, 30)}; k++) b = b * 0.9L + a / 3;",
        "qsort(t, 4, sizeof *t, order);" if w.random() < 0.2 else "t[2] = t[0];",
        "for (int k = 0; k < 4; k++) if (t[k] != t[k]) t[k] = k; qsort(t, 4, sizeof *t, order);",
        f"do {{ a *= {w.choice(['1.5L', '0x1p1000L', '0.3L'])}; }} while (a < 1e100L && a > 1);",
        f"switch ((int)below(a, 0.0L, 3.0L)) {{ case 0: b++; break; case 1: b = -b; default: e = b; }}"])


STEPS = [assign, assign, assign, to_integer, to_integer, grown, classes, compared, library, memory,
         memory, records, texts, loops]
AT_END = "".join(f'  show("{x}", {x});\n' for x in
                 ["a", "b", "e", "t[0]", "t[1]", "t[2]", "t[3]", "p.x", "n.x", "m.in[0].x",
                  "m.in[1].x", "seen", "(L)d", "(L)f", "(double)a", "(float)b", "(double)e", "-t[1]"])


def step(w, number):
    body = "\n  ".join(w.choice(STEPS)(w) for _ in range(w.randint(2, 5)))
    return f"""
static int step{number}(L a, L b, double d, float f) {{
  L e = {w.literal()}, t[4] = {{a, [2] = {w.literal()}, b}}, *at = &e;
  struct pair p = {{'p', {w.literal()}, 3}};
  struct one n = {{b}};
  struct mixed m = {{f, {{{{a}}, {{1}}}}, d}};
  struct {{ int part : 12; }} bits = {{3}};
  int i = {w.randint(-99, 99)};
  unsigned u = {w.getrandbits(32)}u;
  int64_t q = {w.getrandbits(62)} - (1ll << {w.randrange(62)});
  uint64_t v = {w.getrandbits(64):#x}ull;
  short s = {w.randint(-9, 9)};
  unsigned char c = {w.randrange(256)};
  widest w = (widest)(q / 8) * {w.randint(1, 5)};
  uwidest z = (uwidest)v * v;
  _Bool flag = 0;
  char text[64] = "";
  {body}
  printf("%d %u %lld %llu %d %d %llx %llx %d %d %s\\n", i, u, (long long)q, (unsigned long long)v, s, c,
         (unsigned long long)(w >> 30), (unsigned long long)z, flag, bits.part, text);
{AT_END}  return p.s ^ i;
}}
"""


def program(seed):
    w = Numbers(seed)
    count = w.randint(2, 4)
    parts = [HEAD, CLASSIFY] + [step(w, i) for i in range(count)]
    calls = []
    for i in range(count):
        for _ in range(2):
            bits = w.random() < 0.2
            first = w.bits() if bits else w.literal()
            calls.append(f'  printf("{i} %d\\n", step{i}({first}, {w.literal()}, {w.randint(-99, 99)}.25, '
                         f'{w.randint(-9, 9)} / 3.0f));')
    text = "\n".join(calls)
    return "".join(parts) + f"\nint main(void) {{\n{text}\n  return 0;\n}}\n"


if __name__ == "__main__":
    import sys
    print(program(int(sys.argv[1])), end="")

// Random C programs about variable arguments: `readers` that take a list apart
// in various ways, each called with the kinds of arguments that it reads.
// f<k>(a, b) is the k-th program. Nothing in them is undefined.
#pragma once

#include "laws/random_source.h"

#include <string>
#include <vector>

namespace mergeproof::tests {

// What every program uses: one step of reading, by kind.
inline const char *const variadic_prelude = R"(#include <stdarg.h>
typedef unsigned long hash;
struct holder { int count; va_list ap; };
static int table[4] = {3, 1, 4, 1};
static hash text_hash(const char *s) {
  hash h = 7;
  while (*s) h = h * 31 + (hash)*s++;
  return h;
}
static hash step(char kind, va_list *ap) {
  switch (kind) {
  case 'i': return (hash)va_arg(*ap, int);
  case 'u': return va_arg(*ap, unsigned);
  case 'l': return (hash)va_arg(*ap, long);
  case 'q': return va_arg(*ap, unsigned long long);
  case 'd': return (hash)(long)(va_arg(*ap, double) * 4);
  case 's': return text_hash(va_arg(*ap, const char *));
  case 'p': return (hash)*va_arg(*ap, int *);
  case 'x': { __int128 v = va_arg(*ap, __int128); return (hash)(v >> 40) ^ (hash)v; }
  }
  return 0;
}
static hash walk(const char *kinds, va_list ap) {
  va_list copy;
  hash h = 1;
  va_copy(copy, ap);
  for (; *kinds; kinds++) h = h * 31 + step(*kinds, &copy);
  va_end(copy);
  return h;
}
static hash drain(const char *kinds, va_list ap) {
  hash h = 5;
  while (*kinds)
    switch (*kinds++) {
    case 'i': h = h * 3 + (hash)va_arg(ap, int); break;
    case 'd': h = h * 3 + (hash)(long)(va_arg(ap, double) * 8); break;
    case 's': h = h * 3 + text_hash(va_arg(ap, char *)); break;
    case 'x': h = h * 3 + (hash)va_arg(ap, __int128); break;
    case 'u': h = h * 3 + (hash)va_arg(ap, int); break;
    default: h = h * 3 + va_arg(ap, hash); break;
    case 'p': h = h * 3 + (hash)*(int *)va_arg(ap, void *); break;
    }
  return h;
}
static hash held(const char *kinds, struct holder *holder) {
  hash h = 0;
  for (; *kinds; kinds++, holder->count++) h = h * 17 + step(*kinds, &holder->ap);
  return h;
}
)";

class RandomVariadic {
public:
  explicit RandomVariadic(std::uint64_t seed) : random_(seed) {}

  std::string program(unsigned number) {
    std::string id = std::to_string(number);
    std::string text, calls;
    unsigned readers = 1 + unsigned(random_.below(3));
    for (unsigned i = 0; i < readers; i++) {
      std::string name = "r" + id + "_" + std::to_string(i);
      std::string kinds = make_kinds();
      text += reader(name, kinds, calls);
      calls = call(name, kinds);
    }
    return text + "int f" + id + "(int a, int b) {\n  hash h = " + calls +
           ";\n  return (int)(h ^ h >> 32);\n}\n";
  }

private:
  std::string make_kinds() {
    std::string kinds;
    unsigned count = unsigned(random_.below(random_.one_in(5) ? 16 : 7));
    for (unsigned i = 0; i < count; i++)
      kinds += "iiulqddspx"[random_.below(10)];
    return kinds;
  }

  std::string argument(char kind) {
    static const std::vector<std::vector<std::string>> known = {
        {"a", "b", "a ^ b", "(char)a", "(short)b", "a > b", "'x'", "(_Bool)a",
         "-7", "a ? b : 3", "(unsigned char)b"},
        {"(unsigned)a", "b + 5u", "3000000000u"},
        {"(long)a * 3", "100000000000L", "(long)b * -8", "-1L"},
        {"(unsigned long long)a", "sizeof(int) + b", "~0ull"},
        {"a * 0.5", "(float)(b & 255)", "1.5f", "(double)a + b", "-0.25"},
        {"\"text\"", "a > 0 ? \"yes\" : \"no\"", "\"\"",
         "(char *)\"more\" + 1"},
        {"&table[a & 3]", "table + (b & 1)", "&table[2]"},
        {"(__int128)a * b", "(__int128)(b & 1023) << 70", "(__int128)-1"}};
    const auto &list = known[std::string("iulqdspx").find(kind)];
    return list[random_.below(list.size())];
  }

  std::string call(const std::string &name, const std::string &kinds) {
    std::string text = "\"" + kinds + "\"";
    for (char kind : kinds)
      text += ", " + argument(kind);
    return random_.one_in(5)
               ? "((hash (*)(const char *, ...))" + name + ")(" + text + ")"
               : name + "(" + text + ")";
  }

  // One read after the other, some of them only for some lists.
  std::string straight(const std::string &kinds) {
    static const std::string types[] = {"int",   "unsigned", "long",
                                        "hash",  "double",   "char *",
                                        "int *", "__int128"};
    std::string text;
    for (char kind : kinds) {
      std::size_t which = std::string("iulqdspx").find(kind);
      std::string read = "va_arg(ap, " + types[which] + ")";
      if (kind == 's')
        read = "text_hash(" + read + ")";
      if (kind == 'p')
        read = "*" + read;
      if (kind == 'd')
        read = "(long)(" + read + " * 2)";
      text += random_.one_in(4) ? "  if (h != 99) " : "  ";
      text += "h = h * 13 + (hash)" + read + ";\n";
    }
    return text;
  }

  std::string reader(const std::string &name, const std::string &kinds,
                     const std::string &inner) {
    std::string body;
    unsigned parts = 1 + unsigned(random_.below(3));
    for (unsigned i = 0; i < parts; i++)
      body +=
          "  va_start(ap, kinds);\n" + part(kinds, inner) + "  va_end(ap);\n";
    return "static hash " + name +
           "(const char *kinds, ...) {\n  int a = 3, b = (int)*kinds;\n"
           "  va_list ap;\n  hash h = (hash)(a + b);\n" +
           body + "  return h;\n}\n";
  }

  std::string part(const std::string &kinds, const std::string &inner) {
    switch (random_.below(7)) {
    case 0:
      return straight(kinds);
    case 1:
      return "  for (const char *k = kinds; *k; k++) h = h * 31 + step(*k, "
             "&ap);\n";
    case 2:
      return "  h = h * 3 + walk(kinds, ap);\n  h ^= drain(kinds, ap);\n";
    case 3:
      return "  { struct holder s = {0}; va_copy(s.ap, ap);\n    h = h * 5 + "
             "held(kinds, &s) + (hash)s.count; va_end(s.ap); }\n" +
             straight(kinds);
    case 4:
      return "  if (*kinds) { h += step(*kinds, &ap); h = h * 7 + "
             "walk(kinds + 1, ap); h -= drain(kinds + 1, ap); }\n";
    case 5:
      return inner.empty() ? straight(kinds)
                           : "  h ^= " + inner + ";\n" + straight(kinds);
    default:
      return "  h = h * 11 + drain(kinds, ap);\n";
    }
  }

  RandomSource random_;
};

} // namespace mergeproof::tests

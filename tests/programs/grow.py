"""Programs for what csmith does not make: variable arguments, arrays of variable length,
webs of goto, switches, strings, function pointers, reallocated buffers, recursion,
bit-fields in unions, statement expressions. They print checksums and have no undefined
behaviour; see words.py.

    grow.program(seed) -> text of a C file
"""
from words import Words

HEAD = """#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash = 14695981039346656037ull;
static void mix(uint64_t value) { hash = (hash ^ value) * 1099511628211ull; }
"""


def varargs(w, name):
    kinds = {"i": ("int", "(int)({} & 0xffff)"), "l": ("uint64_t", "(uint64_t)({})"),
             "d": ("double", "(double)(({}) & 0xffff) / 4"), "s": ("char *", None),
             "u": ("unsigned", "(unsigned)({})"), "p": ("uint64_t *", None)}
    cases = []
    for kind, (kind_type, _) in kinds.items():
        take = f"va_arg(list, {kind_type})"
        use = {"s": f"{{ char *t = {take}; while (*t) r = r * 31 + (unsigned char)*t++; }}",
               "d": f"r += (uint64_t)({take} * 8);",
               "p": f"{{ uint64_t *q = {take}; r ^= *q; ++*q; }}"}.get(kind, f"r = r * 7 + (uint64_t){take};")
        cases.append(f"    case '{kind}': {use} break;")
    calls = []
    for _ in range(w.randint(1, 4)):
        shape = "".join(w.choice(list(kinds)) for _ in range(w.randint(0, 7)))
        values = []
        for kind in shape:
            if kind == "s":
                values.append('"' + "".join(w.choice("abz019 ") for _ in range(w.randint(0, 5))) + '"')
            elif kind == "p":
                values.append("&cell")
            else:
                values.append(kinds[kind][1].format(w.expr(["x"], 2)))
        calls.append(f'  r ^= {name}_list({", ".join([chr(34) + shape + chr(34)] + values)});')
    twice = w.random() < 0.5
    return f"""
static uint64_t {name}_walk(const char *shape, va_list list) {{
  uint64_t r = 1;
  for (; *shape; shape++)
    switch (*shape) {{
{chr(10).join(cases)}
    }}
  return r;
}}
static uint64_t {name}_list(const char *shape, ...) {{
  va_list list, copy;
  va_start(list, shape);
  va_copy(copy, list);
  uint64_t r = {name}_walk(shape, list);
  {f"r = r * 3 + {name}_walk(shape, copy);" if twice else ""}
  va_end(copy);
  va_end(list);
  return r;
}}
static uint64_t {name}(uint64_t x) {{
  uint64_t r = x, cell = x ^ 5;
{chr(10).join(calls)}
  return r + cell;
}}
"""


def lengths(w, name):
    kind = w.choice(["int32_t", "uint8_t", "int64_t", "short", "struct { char c; int i; }"])
    member = ".i" if kind.startswith("struct") else ""
    leave = w.choice(["continue;", "break;", "goto out;", "return r;", ""])
    return f"""
static uint64_t {name}_sum(int n, int m, uint32_t v[n][m]) {{
  uint64_t r = sizeof v[0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r = r * 3 + v[i][j];
  return r;
}}
static uint64_t {name}(uint64_t x) {{
  uint64_t r = {w.expr(["x"])};
  int n = (int)(x % {w.randint(2, 9)}) + 1, m = (int)(r % {w.randint(2, 6)}) + 1;
  for (int k = 1; k <= n; k++) {{
    __typeof__({kind}) *none = 0;
    __typeof__(*none) a[k + {w.randint(0, 3)}];
    for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++)
      a[i]{member} = (int)(({w.expr(["x", "r", "i"], 2)}) & 127);
    r = r * 5 + (uint64_t)a[k / 2]{member} + sizeof a;
    if (({w.expr(["r", "x"], 1)}) % 5 == {w.randrange(5)}) {{
      {leave}
    }}
    char text[k * 2 + 1];
    memset(text, 'a' + k % 20, sizeof text - 1);
    text[sizeof text - 1] = 0;
    r += strlen(text) * (unsigned char)text[k];
  }}
  {{
    typedef uint32_t grid[n][m];
    int old = m;
    m += 2;
    grid v;
    uint32_t (*row)[old] = v;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < old; j++)
        row[i][j] = (uint32_t)({w.expr(["x", "r"], 2)}) + (uint32_t)(i * 7 + j);
    r ^= {name}_sum(n, old, v) + sizeof v + (uint64_t)(&v[n - 1] - &v[0]);
  }}
{"out:" if leave == "goto out;" else ""}
  r += 1;
  return r;
}}
"""


def gotos(w, name):
    count = w.randint(3, 8)
    body = []
    depth = 0
    for i in range(count):
        body.append(f"  L{i}: {w.update('r', ['r', 'x', 'y'])}")
        kind = w.randrange(7)
        if kind == 0:
            body.append(f"  for (y = 0; y < {w.randint(1, 4)}; y++) {{")
            depth += 1
        elif kind == 1:
            body.append(f"  if (({w.expr(['r', 'x', 'y'], 1)}) & 1) {{")
            depth += 1
        elif kind == 2:
            body.append(f"  {{ uint64_t z = r; {w.update('z', ['r', 'x'])} r += z; }}")
        elif kind == 3 and depth:
            body.append("  }")
            depth -= 1
        body.append(f"  if (!--fuel) goto end;")
        if w.random() < 0.8:
            body.append(f"  if (({w.expr(['r', 'x', 'y'], 1)}) % {w.randint(2, 5)} == 1) "
                        f"goto L{w.randrange(count)};")
        if w.random() < 0.3:
            body.append(f"  switch (r % 4) {{ case 0: goto L{w.randrange(count)}; "
                        f"case 1: {w.update('y', ['r', 'x'])} break; default: r ^= 9; }}")
    body += ["  }"] * depth
    return f"""
static uint64_t {name}(uint64_t x) {{
  uint64_t r = x, y = 3;
  int fuel = {w.randint(10, 60)};
{chr(10).join(body)}
end:
  return r ^ y;
}}
"""


def switches(w, name):
    labels = w.sample(range(0, 24), w.randint(3, 7))
    lines = []
    for i, label in enumerate(labels):
        if w.random() < 0.2:
            lines.append(f"    case {30 + 3 * i} ... {32 + 3 * i}:")
        lines.append(f"    case {label}: {w.update('r', ['r', 'x'])}")
        if w.random() < 0.25:
            lines.append(f"      switch (r & 3) {{ case 1: r += 5; case 2: r ^= 3; break; "
                         f"default: r--; }}")
        lines.append("      " + w.choice(["break;", "/* falls through */", "continue;",
                                          "if (r & 8) break;"]))
    lines.insert(w.choice([0, len(lines)]), f"    default: r += {w.randrange(99)};"
                 + w.choice(["", " break;"]))
    copies = "\n".join(f"    case {8 - i}: *to++ = *from++;" for i in range(1, 8))
    return f"""
static uint64_t {name}(uint64_t x) {{
  uint64_t r = x;
  for (int turn = 0; turn < {w.randint(1, 6)}; turn++) {{
    switch ((int)(({w.expr(["r", "x", "(uint64_t)turn"], 2)}) % 48)) {{
{chr(10).join(lines)}
    }}
    r += 17;
  }}
  unsigned char source[64], target[64] = {{0}};
  for (int i = 0; i < 64; i++)
    source[i] = (unsigned char)(r >> (i % 9));
  unsigned char *from = source, *to = target;
  int count = (int)(x % 60) + 1, n = (count + 7) / 8;
  switch (count % 8) {{
    case 0: do {{ *to++ = *from++;
{copies}
            }} while (--n > 0);
  }}
  for (int i = 0; i < 64; i++)
    r = r * 3 + target[i];
  return r;
}}
"""


def strings(w, name):
    text = "".join(w.choice("abc 012,xyz") for _ in range(w.randint(3, 20)))
    steps = [
        "strncpy(b, a, sizeof b - 1);", "strcpy(b, a + strlen(a) / 2);",
        "strcat(b, \"-\");", "memmove(a + 1, a, strlen(a) / 2);",
        "r += (uint64_t)(strchr(a, 'b') ? strchr(a, 'b') - a : 77);",
        "r += (uint64_t)(strrchr(a, 'a') ? strrchr(a, 'a') - a : 55);",
        "r = r * 3 + strspn(a, \"abc \") + strcspn(a, \",2\");",
        "r += (uint64_t)(strstr(a, \"b\") ? strlen(strstr(a, \"b\")) : 9);",
        "r ^= (uint64_t)(strcmp(a, b) < 0) * 2 + (uint64_t)(memcmp(a, b, 4) > 0);",
        "r += (uint64_t)snprintf(b, sizeof b, \"%d:%s:%x:%5.2f\", (int)(r & 999), a, "
        "(unsigned)r, (double)(r & 255) / 4);",
        "r += (uint64_t)strtol(\" 12z\", &end, 0) + (uint64_t)(*end);",
        "r += strtoul(a, &end, 16) + (uint64_t)(end - a);",
        "{ char *q = memchr(a, '0', strlen(a)); r += q ? (uint64_t)(q - a) : 3; }",
        "memset(b, (int)(r & 63) + 32, r % 20); b[r % 20] = 0;",
        "r += (uint64_t)strncmp(a, b, 3) >> 63;",
    ]
    body = "\n  ".join(w.choice(steps) for _ in range(w.randint(3, 9)))
    return f"""
static uint64_t {name}(uint64_t x) {{
  char a[128] = "{text}", b[256] = "start", *end = a;
  uint64_t r = x;
  a[r % {len(text)}] = 'q';
  {body}
  for (char *p = a; *p; p++)
    r = r * 31 + (unsigned char)*p;
  for (char *p = b; *p; p++)
    r = r * 31 + (unsigned char)*p;
  return r + (uint64_t)(end >= a);
}}
"""


def tables(w, name):
    count = w.randint(2, 5)
    functions = "\n".join(
        f"static uint64_t {name}_{i}(uint64_t a, {name}_state *s) {{ s->count++; "
        f"{w.update('a', ['a', 's->last'])} s->last ^= a; return a; }}" for i in range(count))
    entries = ", ".join(f'{{"f{i}", {name}_{i}, {w.randrange(9)}}}' for i in range(count))
    return f"""
typedef struct {{ uint64_t last; int count; }} {name}_state;
typedef uint64_t (*{name}_action)(uint64_t, {name}_state *);
{functions}
static const struct {{ const char *label; {name}_action run; short weight; }} {name}_table[] = {{{entries}}};
static {name}_action {name}_pick(uint64_t x) {{ return {name}_table[x % {count}].run; }}
static uint64_t {name}_each(uint64_t x, {name}_action action, {name}_state *s, int depth) {{
  x = action(x, s);
  return depth ? {name}_each(x, {name}_pick(x + s->last), s, depth - 1) : x;
}}
static uint64_t {name}(uint64_t x) {{
  {name}_state state = {{.last = x}};
  {name}_action all[3] = {{[1] = {name}_0, [2] = {name}_pick(x)}};
  uint64_t r = x;
  for (unsigned i = 0; i < {count}; i++)
    r = {name}_table[i].run(r, &state) + (uint64_t){name}_table[i].weight + (unsigned char){name}_table[i].label[1];
  for (int i = 0; i < 3; i++)
    if (all[i])
      r ^= (*all[i])(r, &state);
  r += {name}_each(r, all[2], &state, {w.randint(0, 6)}) + (all[1] == {name}_pick(0));
  return r * 3 + state.last + (uint64_t)state.count;
}}
"""


def buffers(w, name):
    return f"""
struct {name}_buffer {{ size_t used, room; uint16_t *data; }};
static void {name}_push(struct {name}_buffer *b, uint16_t value) {{
  if (b->used == b->room) {{
    b->room = b->room ? b->room * 2 : {w.randint(1, 4)};
    b->data = realloc(b->data, b->room * sizeof *b->data);
    if (!b->data)
      exit(9);
  }}
  b->data[b->used++] = value;
}}
struct {name}_node {{ struct {name}_node *next; uint64_t value; char text[]; }};
static uint64_t {name}(uint64_t x) {{
  struct {name}_buffer b = {{0}};
  uint64_t r = x;
  for (unsigned i = 0; i < {w.randint(1, 30)}; i++) {{
    {name}_push(&b, (uint16_t)({w.expr(["r", "x", "i"], 2)}));
    {w.update("r", ["r", "x", "b.data[i]"])}
  }}
  struct {name}_node *list = 0;
  for (unsigned i = 0; i < {w.randint(1, 8)}; i++) {{
    size_t n = (r + i) % 7;
    struct {name}_node *node = calloc(1, sizeof *node + n + 1);
    if (!node)
      exit(9);
    memset(node->text, 'k', n);
    node->value = r ^ b.data[i % b.used];
    node->next = list;
    list = node;
    r += strlen(node->text);
  }}
  if (b.used > 3) {{
    uint16_t *less = realloc(b.data, 3 * sizeof *less);
    if (!less)
      exit(9);
    b.data = less;
    b.used = 3;
  }}
  while (list) {{
    struct {name}_node *next = list->next;
    r = r * 5 + list->value + (unsigned char)list->text[0];
    free(list);
    list = next;
  }}
  for (size_t i = 0; i < b.used; i++)
    r = r * 3 + b.data[i];
  free(b.data);
  return r;
}}
"""


def recursion(w, name):
    return f"""
typedef struct {name}_tree {{ struct {name}_tree *side[2]; uint32_t key; }} {name}_tree;
static uint64_t {name}_odd(uint64_t n, uint64_t a);
static uint64_t {name}_even(uint64_t n, uint64_t a) {{
  return n == 0 ? a : {name}_odd(n - 1, {w.expr(["n", "a"], 2)});
}}
static uint64_t {name}_odd(uint64_t n, uint64_t a) {{
  return n == 0 ? ~a : {name}_even(n - 1, {w.expr(["n", "a"], 2)});
}}
static {name}_tree *{name}_insert({name}_tree *t, uint32_t key) {{
  if (!t) {{
    t = malloc(sizeof *t);
    if (!t)
      exit(9);
    *t = ({name}_tree){{.key = key}};
  }} else {{
    {name}_tree **side = &t->side[key > t->key];
    *side = {name}_insert(*side, key);
  }}
  return t;
}}
static uint64_t {name}_fold({name}_tree *t, int depth) {{
  if (!t)
    return 1;
  uint64_t r = {name}_fold(t->side[0], depth + 1) * 3 + t->key * (unsigned)depth;
  r ^= {name}_fold(t->side[1], depth + 1);
  free(t);
  return r;
}}
static uint64_t {name}(uint64_t x) {{
  {name}_tree *root = 0;
  uint64_t r = x;
  for (int i = 0; i < {w.randint(1, 20)}; i++) {{
    r = r * 6364136223846793005ull + 1442695040888963407ull;
    root = {name}_insert(root, (uint32_t)(r >> 33));
  }}
  return {name}_fold(root, 1) + {name}_even(x % {w.randint(2, 40)}, r);
}}
"""


def bitfields(w, name):
    fields, names = [], []
    for i in range(w.randint(2, 7)):
        kind, most = w.choice([("unsigned", 32), ("int", 32), ("uint64_t", 64), ("_Bool", 1),
                               ("uint8_t", 8), ("int16_t", 16), ("int64_t", 64)])
        if w.random() < 0.15:
            fields.append(f"{kind} : 0;")
        if w.random() < 0.2:
            fields.append(f"char plain{i};")
        fields.append(f"{kind} f{i} : {w.randint(1, most)};")
        names.append(f"f{i}")
    packed = w.choice(["", "__attribute__((packed)) "])
    steps = []
    for _ in range(w.randint(3, 9)):
        f = "u.s." + w.choice(names)
        steps.append(w.choice([f"{f} = {w.expr(['r', 'x'], 2)};", f"{f} ^= {w.expr(['r', 'x'], 1)};",
                               f"r += (uint64_t)({f} = {w.expr(['x'], 1)});", f"r = r * 3 + (uint64_t){f};",
                               f"{f} |= 1;", f"r ^= (uint64_t)(int64_t)(-{f} * 2 + 1);"
                               if packed == "" else f"r ^= (uint64_t){f} + 1;"]))
    return f"""
union {name}_view {{ struct {packed}{{ {" ".join(fields)} }} s; unsigned char bytes[64]; }};
static uint64_t {name}(uint64_t x) {{
  union {name}_view u;
  uint64_t r = x;
  memset(&u, (int)(x & 255), sizeof u);
  {(chr(10) + "  ").join(s for s in steps if "-u." not in s)}
  u.bytes[r % sizeof u.s] ^= 0x5a;
  {"r += (uint64_t)u.s." + w.choice(names) + ";"}
  for (unsigned i = 0; i < sizeof u; i++)
    r = r * 31 + u.bytes[i];
  return r + sizeof u.s;
}}
"""


def extensions(w, name):
    return f"""
#define {name}_MAX(a, b) ({{ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; }})
struct {name}_pair {{ union {{ uint32_t low; uint8_t part[4]; }}; struct {{ int8_t a; uint16_t b; }}; double d; }};
static struct {name}_pair {name}_swap(struct {name}_pair p, unsigned by) {{
  p.low = __builtin_bswap32(p.low) + by;
  p.a = (int8_t)(p.a ^ (int)by);
  p.b++;
  p.d = p.d / 2 + by;
  return p;
}}
static uint64_t {name}(uint64_t x) {{
  static unsigned calls;
  enum {{ first = {w.randint(-3, 3)}, second, third = second + 5 }};
  struct {name}_pair p = {{.low = (uint32_t)x, .b = 7, .d = (double)(x & 255)}};
  uint64_t r = ({{ uint64_t t = x; {w.update("t", ["t", "x"])} t; }}) + ++calls;
  p = {name}_swap({name}_swap(p, (unsigned)(x & 63)), third);
  r += {name}_MAX((int)(x & 255), (int)({w.expr(["r"], 1)} & 511)) + (r & 4 ?: 11);
  r ^= (uint64_t)p.d * 3 + p.part[x % 4] + (uint64_t)(int64_t)p.a + p.b;
  r += (uint64_t)__builtin_popcountll(r) + (uint64_t)__builtin_clzll(r | 1) + (uint64_t)__builtin_ctz((unsigned)r | 256);
  int over;
  r += (uint64_t)__builtin_add_overflow((int)(uint32_t)({w.expr(["x", "r"], 1)}), (int)(uint32_t)r, &over) + (unsigned)over;
  r += _Generic(p.b, uint16_t: 5, default: 7) + sizeof(struct {name}_pair) + offsetof(struct {name}_pair, d);
  const int *list = (const int[]){{first, second, [4] = third, 9}};
  r += (uint64_t)(list[x % 6] + 50);
  __auto_type z = (r, (uint16_t)r);
  __int128 wide = (__int128)r * 77 - (__int128)x;
  r ^= (uint64_t)(wide >> 40) + z;
  float f = (float)(x & 1023) * 0.5f;
  r += (uint64_t)(f * f) + (uint64_t)(int)(p.d * 4.0) + (f > 100.0f) + (uint64_t)(int64_t)(-f);
  unsigned char *room = __builtin_alloca(x % 9 + 1);
  memset(room, 3, x % 9 + 1);
  return r + room[x % 9];
}}
"""


FEATURES = [varargs, lengths, gotos, switches, strings, tables, buffers, recursion, bitfields,
            extensions]


def program(seed):
    w = Words(seed)
    parts, calls = [HEAD], []
    for i in range(w.randint(2, 5)):
        name = f"f{i}"
        parts.append(w.choice(FEATURES)(w, name))
        for _ in range(w.randint(1, 3)):
            calls.append(f"  mix({name}({w.constant()}));")
    w.shuffle(calls)
    body = "\n".join(f'{call}\n  printf("%d %llx\\n", {i}, (unsigned long long)hash);'
                     for i, call in enumerate(calls))
    parts.append(f"\nint main(void) {{\n{body}\n  return (int)(hash & 63);\n}}\n")
    return "".join(parts)


if __name__ == "__main__":
    import sys
    print(program(int(sys.argv[1])), end="")

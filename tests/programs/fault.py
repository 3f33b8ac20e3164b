"""Programs with one fault: a program of grow.py whose last call does something undefined.

    fault.program(seed) -> (text, kind, line): what happens, and in which line
    fault.unset_program(seed): the same, memory that was never written is used
"""
import re

import grow
from words import Words

# kind: texts; v is 1, which the compiler does not know; @ marks the faulty statement.
FAULTS = {
    "null pointer access": [
        "int *p = v ? 0 : &cell; @sink = *p;",
        "struct pair *p = v ? 0 : &both; @p->b = 3;",
        "struct pair *p = v ? 0 : &both; @sink = p[0].b;",
        "char *p = v ? 0 : text; @p[0]++;"],
    "array index out of bounds": [
        "@sink = numbers[v + 7];",
        "int own[4] = {0}; @own[v + 3] = 1; sink = own[0];",
        "@both.list[v + 2]++;",
        "int grid[2][3] = {{0}}; @sink = grid[v][v + 2];",
        "@sink = numbers[-v];"],
    "invalid memory access": [
        "int *p = malloc(4 * sizeof *p); @p[v + 3] = 1; free(p);",
        "int *p = numbers + 7; @sink = p[v];",
        "char *p = malloc(3); free(p); @*p = 'a';",
        "char *p = calloc(3, 1); @sink = p[v * 3]; free(p);",
        "int *p; { int inner = v; p = &inner; } @sink = *p;",
        "int n = v + 3; int room[n]; @room[n] = 1; sink = room[0];",
        "char *p = malloc(4); @memset(p, 0, v * 5); free(p);",
        "char *p = malloc(4), *q = realloc(p, 200); @sink = *p; free(q);"],
    "free of a pointer that was not allocated": [
        "char *p = malloc(3); @free(p + v);",
        "@free(&cell);",
        "char *p = malloc(3); free(p); @free(p);"],
    "division by zero": [
        "@sink = 5 / (v - 1);",
        "cell = v - 1; @cell = 7 % cell;",
        "unsigned u = 9; @u /= (unsigned)(v - 1); sink = (int)u;"],
    "signed integer overflow": [
        "@sink = 2147483647 + v;",
        "@sink = (-2147483647 - v) * -1;",
        "cell = -2147483647 - 1; @cell -= v;",
        "long l = 9223372036854775807l; @l += v; sink = (int)l;",
        "cell = 2147483647; cell += v - 1; @cell++;",
        "@sink = -(-2147483647 - v);",
        "@sink = (-2147483647 - v) / -v;"],
    "shift that C does not define": [
        "@sink = 1 << (v + 31);",
        "@unsigned u = 3u >> (v * 32); sink = (int)u;",
        "@sink = v << -v;"],
    "array length is not positive": [
        "@int room[v - 1]; sink = (int)sizeof room;",
        "int n = -v; @int room[n]; sink = (int)sizeof room;"],
    "float out of the integer's range": [
        "@sink = (int)(3e9 * v);",
        "@sink = (unsigned char)(-300.0f * v);"],
    "unreachable code reached": [
        "@if (v) __builtin_unreachable();"],
}
UNSET = "read of an uninitialised variable"
UNSET_FAULTS = [
    # the heap
    "int *p = malloc(4 * sizeof *p); p[0] = v; @if (p[v]) sink = 1; free(p);",
    "int *p = make(v); @if (p[v] > 3) sink = 1; free(p);",
    "struct pair *p = malloc(sizeof *p); p->a = v; @while (p->b != 0) p->b = 0; free(p);",
    "struct node *n = malloc(sizeof *n); n->value = v; @if (n->next) sink = n->next->value; free(n);",
    "char *p = malloc(8); memcpy(p, text, 2); @sink = strcmp(p, \"te-\"); free(p);",
    "char *p = malloc(8), *q = malloc(8); memset(p, 0, 7); memcpy(q, p, 8); @if (q[v + 6]) sink = 1; free(p); free(q);",
    # what realloc adds
    "int *p = malloc(2 * sizeof *p); p[0] = p[1] = v; p = realloc(p, 4 * sizeof *p); sink = p[v]; @if (p[v + 1]) sink = 3; free(p);",
    "char *p = calloc(4, 1); p = realloc(p, 64); sink = p[v]; @if (p[v + 3] == 'x') sink = 3; free(p);",
    "int *p = realloc(0, 2 * sizeof *p); p[0] = v; @if (p[v] < p[0]) sink = 3; free(p);",
    # elements of arrays
    "int own[4]; own[0] = v; @sink = numbers[own[v + 1] & 3];",
    "int own[4]; own[0] = v; @numbers[own[v] & 7] = 1;",
    "int own[5]; for (int i = 0; i < 5; i += 2) own[i] = i; int s = 0; for (int i = 0; i < 5; i++) s += own[i]; @if (s > 3) sink = s;",
    "int grid[2][3]; grid[0][0] = grid[0][1] = v; @if (grid[v][v]) sink = 1;",
    "int own[2]; own[0] = 3; @sink = 9 / own[v];",
    "int own[2]; own[0] = 0; @switch (own[v]) { case 3: sink = 1; }",
    "int own[2]; own[0] = 1; @if (own[0] && own[v]) sink = 1;",
    "int own[4]; own[0] = own[1] = 1; memmove(own, own + 1, 3 * sizeof *own); sink = own[0]; @if (own[v]) sink = 2;",
    "double own[2]; own[0] = v; @if (own[v] < 2) sink = 1;",
    "char own[8]; own[0] = 'a'; @sink = (int)strlen(own);",
    "char own[8]; memset(own, 1, 4); @if (own[v + 3]) sink = 1;",
    "unsigned char own[4]; own[0] = 1; unsigned u = own[v]; u = u << 8 | own[0]; @if (u & 0x100) sink = 1;",
    "int n = v + 3; int room[n]; room[0] = 1; @while (room[v]) room[v] = 0;",
    "char *p = __builtin_alloca(8); p[0] = 1; @if (p[v]) sink = 1;",
    # members
    "struct pair s; s.a = v; @if (s.b > 3) sink = 2;",
    "struct pair s, t; s.a = v; t = s; sink += t.a; @if (t.list[v]) sink = 1;",
    "struct pair s = part(v); sink += s.a; @if (s.tail) sink = 1;",
    "struct { unsigned a : 3, b : 5; } s; s.a = 2; @if (s.b) sink = 1;",
    "struct { int *p, *q; } s; s.p = &cell; @*s.q = 1;",
    "union { int i; char c[4]; } u; u.c[0] = 1; @if (u.i == 1) sink = 1;",
    "struct pair s; s.a = 0; @sink = memcmp(&s, &both, sizeof s);",
    # through a helper
    "int x; fill(&x, v - 1); @if (x) sink = 1;",
    "int x[3]; fill(x, v); fill(x + 2, v); @if (total(x, 3) > 2) sink = 1;",
    "struct pair s; fill(&s.a, v); fill(&s.list[1], v); @if (total(s.list, 2)) sink = 1;",
    "int x[2]; fill(x, v); @if (larger(x[0], x[v])) sink = 1;",
    "int x; int *p = &x; cell = *p; @if (cell) sink = 1;",
]
PRELUDE = """
static int cell, numbers[8];
static volatile int one = 1;
static int sink;
static char text[8] = "text";
static struct pair { int a, b, list[3]; short tail; } both;
"""
UNSET_PRELUDE = PRELUDE + """
struct node { int value; struct node *next; };
static int *make(int v) { int *p = malloc(2 * sizeof *p); p[0] = v; return p; }
static int fill(int *p, int v) { if (v) *p = v; return v; }
static int total(const int *p, int n) { int s = 0; while (n-- > 0) s += p[n]; return s; }
static int larger(int a, int b) { int d = a - b; return d; }
static struct pair part(int v) { struct pair s; s.a = s.b = v; return s; }
"""
SHAPES = [  # where it happens
    "static void fault(int v) {{\n  {body}\n}}\n",
    "static void fault(int v) {{\n  for (int i = 0; i < 3; i++)\n    if (i == 2) {{\n      {body}\n    }}\n}}\n",
    "static void inner(int v) {{\n  {body}\n}}\nstatic void fault(int v) {{\n  void (*call)(int) = inner;\n"
    "  call(v);\n}}\n",
    "static void fault(int v) {{\n  switch (v) {{\n  case 0:\n    return;\n  default: {{\n    {body}\n  }}\n  }}\n}}\n",
]


def program(seed):
    w = Words(seed)
    kind = w.choice(list(FAULTS))
    return assemble(w, seed, PRELUDE, kind, w.choice(FAULTS[kind]))


def unset_program(seed):
    w = Words(seed)
    return assemble(w, seed, UNSET_PRELUDE, UNSET, w.choice(UNSET_FAULTS))


def assemble(w, seed, prelude, kind, body):
    body = re.split(r"(?<=[;}]) ", body)
    shape = w.choice(SHAPES).format(body="\n  ".join(body))
    head, tail = grow.program(seed).split("\nint main(void) {\n")
    tail = tail.replace("  return (int)(hash & 63);",
                        "  fflush(stdout);\n  fault(one);\n  return sink;")
    text = head + prelude + shape + "\nint main(void) {\n" + tail
    line = text[:text.index("@")].count("\n") + 1
    return text.replace("@", ""), kind, line

"""Programs with one fault: a program of grow.py whose last call does something undefined.

    fault.program(seed) -> (text, kind, line): what happens, and in which line
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
    "shift by a negative or too large count": [
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
PRELUDE = """
static int cell, numbers[8];
static volatile int one = 1;
static int sink;
static char text[8] = "text";
static struct pair { int a, b, list[3]; short tail; } both;
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
    body = re.split(r"(?<=[;}]) ", w.choice(FAULTS[kind]))
    shape = w.choice(SHAPES).format(body="\n  ".join(body))
    head, tail = grow.program(seed).split("\nint main(void) {\n")
    tail = tail.replace("  return (int)(hash & 63);",
                        "  fflush(stdout);\n  fault(one);\n  return sink;")
    text = head + PRELUDE + shape + "\nint main(void) {\n" + tail
    line = text[:text.index("@")].count("\n") + 1
    return text.replace("@", ""), kind, line

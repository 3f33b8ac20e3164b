#!/usr/bin/env python3
"""Functions of a real project: what `mergeproof run` makes of them against native runs.

From the .c files of a checkout, those that clang takes without errors, comes a sample of
leaf-like functions: their parameters are numbers, buffers of numbers, and structs of such;
they call nothing but each other and a list of deterministic library functions. A program
includes the file and calls a function in rounds, with random arguments that depend on
the seed, the function and the round only. It prints the result, and then the contents of
buffers and structs, never where they are. Fields of other types are zero, and so are
global variables that only other files define.

Natively it is compiled by cc and by clang with sanitizers. Answers, by round:

  equal       the same output and status
  both stop   a sanitizer stops it, or it crashes, and the interpreter traps
  undefined   the interpreter traps, and no sanitizer stops it: perhaps a false alarm
  missed      a sanitizer stops it, and the interpreter does not trap
  not run     code that is not lowered, or a library function that is not modelled
  limit       the interpreter reached the limit of steps, of depth, or of memory
  skipped     no one answer natively: no end in time, undefined, depends on addresses
  MISMATCH    anything else: a fault of the front end or of the interpreter

Rounds share a process until one of the programs stops; they go on after that round.

  leaves.py --tool build/mergeproof --source DIR [--files GLOB] [--count N] [--seed S]
            [--runs N] [--steps N] [--function NAME] [--keep DIR] [-- CFLAGS]

DIR is copied, without .git, and everything runs there: flags are relative to it. Where
they do not suffice, all directories with headers are added. Only a mismatch is a failure;
--keep DIR saves the programs of all that is not equal, and how they were run.
"""
import argparse
import collections
import ctypes
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

SECONDS, LONG_SECONDS, MOST_ENDLESS = 2, 120, 2
MOST_ELEMENTS = 128  # of an array in a struct
STOPPED = 99  # the exit status of sanitizers
CRASHES = {128 + signal for signal in (4, 5, 7, 8, 11)}
SANITIZE = ["clang-19", "-w", "-O0", "-g", "-fno-sanitize-recover=all"]
LINK = ["-lm", "-no-pie", "-Wl,--unresolved-symbols=ignore-all"]
COMPILERS = {
    "native": ["cc", "-w", "-O0"],
    "checked": [*SANITIZE, "-fsanitize=address,undefined,float-cast-overflow"],
    "memory": [*SANITIZE, "-fsanitize=memory"],
}
ENVIRONMENT = dict(
    os.environ, UBSAN_OPTIONS=f"symbolize=0:exitcode={STOPPED}",
    MSAN_OPTIONS=f"symbolize=0:exitcode={STOPPED}",
    ASAN_OPTIONS=f"symbolize=0:detect_leaks=0:allocator_may_return_null=1:exitcode={STOPPED}:"
                 "max_allocation_size_mb=1024:hard_rss_limit_mb=2048:redzone=512")

SAFE = set("""
    __assert_fail __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location
    abort exit abs labs llabs div ldiv lldiv atof atoi atol atoll malloc calloc realloc free
    memchr memcmp memcpy memmem memmove memrchr memset mempcpy bcmp bcopy bzero ffs ffsl ffsll
    isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace
    isupper isxdigit toascii tolower toupper index rindex
    stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcpy strcspn strdup
    strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr
    strsep strspn strstr strtok strtok_r __strdup
    strtod strtof strtol strtold strtoll strtoul strtoull strtoimax strtoumax
    __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull
    printf putchar puts snprintf sprintf sscanf __isoc99_sscanf vsnprintf vsprintf
    htonl htons ntohl ntohs __fpclassify __isinf __isnan __finite __signbit
    """.split())
MATH = """acos asin atan atan2 cbrt ceil copysign cos cosh erf exp exp2 fabs fdim floor fma fmax
    fmin fmod frexp hypot ldexp log log10 log1p log2 logb lrint lround llrint llround modf
    nearbyint nextafter pow remainder rint round scalbn sin sinh sqrt tan tanh trunc""".split()
SAFE |= {name + suffix for name in MATH for suffix in ("", "f", "l")}
SCALARS = {"char": "c", "_Bool": "b", "float": "f", "double": "f", "long double": "l"}
SCALARS |= {name: "i" for name in (
    "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
    "unsigned long", "long long", "unsigned long long")}
QUALIFIER = re.compile(r"\b(const|volatile|restrict|__restrict)\b")
LENGTH = re.compile(r"len|size|count|cnt|capacity|bytes|num|sz|^n$", re.I)
END = re.compile(r"end$|limit$|last$", re.I)

# kind: a letter (text, integer, bool, float, long double), or a word
Type = collections.namedtuple("Type", "kind spelling inner count", defaults=(None, 0))
Function = collections.namedtuple("Function", "name params result calls is_opaque is_here")
Buffer = collections.namedtuple("Buffer", "name variable spelling")
Ending = collections.namedtuple("Ending", "done stopped status message")
Answer = collections.namedtuple("Answer", "kind detail", defaults=("",))
OTHER, EQUAL = Type("other", ""), Answer("equal")

SUPPORT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void leaf_call(int function);

static unsigned long state;
static struct { const unsigned char *at; long bytes; } objects[256];
static int used;
static long padding;

static unsigned long draw(void) { /* splitmix64 */
  unsigned long z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

long long leaf_int(void) {
  static const long long edges[] = {
    -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32768, 2147483647,
    2147483648, 4294967295, 4294967296, -2147483648, 9223372036854775807,
    -9223372036854775807 - 1, 1 << 10, 1 << 20, 1 << 30 };
  unsigned long kind = draw() % 10, more = draw();
  if (kind == 0)
    return edges[more % (sizeof edges / sizeof *edges)];
  if (kind == 1)
    return (long long)more;
  if (kind == 2)
    return -(long long)(more % 17);
  return kind < 5 ? 32 + more % 96 : more % 17;
}

double leaf_float(void) {
  static const double edges[] = {
    0.5, -0.0, 1e10, -1e10, 1e300, 1e-300, 2147483647.0, 4294967296.0, 1.0 / 3, 5e-324 };
  unsigned long kind = draw() % 8, more = draw();
  if (kind == 0)
    return edges[more % (sizeof edges / sizeof *edges)];
  if (kind == 1)
    return more % 2 ? __builtin_inf() : __builtin_nan("");
  if (kind < 5)
    return (double)(more % 33) - 16;
  return ((double)(more % 2000001) - 1000000) / 1024;
}

static int letter(int style) {
  static const char *const sets[] = { "0123456789", "0123456789+-.eExX ", "abcABC xyz_-/.:,;",
                                      "\"\\'{}[]()<>#%&=*?!@|~^$`\n\t" };
  unsigned long more = draw();
  if (style < 4)
    return sets[style][more % strlen(sets[style])];
  return style < 6 ? 32 + more % 95 : 1 + more % 255;
}

void leaf_fill(void *to, int kind, long size, long count) {
  int style = draw() % 7;
  for (long i = 0; i < count; i++) {
    char *at = (char *)to + i * size;
    long long whole = kind == 'c' ? letter(style) : kind == 'b' ? draw() % 2 : leaf_int();
    double real = leaf_float();
    float less = real;
    long double wide = real;
    if (kind == 'l')
      memcpy(at, &wide, sizeof wide);
    else if (kind == 'f')
      memcpy(at, size == sizeof less ? (void *)&less : (void *)&real, size);
    else
      memcpy(at, &whole, size);
  }
}

void *leaf_object(long bytes) {
  void *before = padding > 1 ? malloc(padding) : 0, *at = 0;
  if (padding == 1) /* as aligned as in the interpreter */
    at = aligned_alloc(1UL << 32, bytes);
  at = at ? memset(at, 0, bytes) : calloc(1, bytes);
  objects[used].at = at;
  objects[used++].bytes = bytes;
  return at;
}

void *leaf_buffer(int kind, long size, long *length) {
  *length = draw() % (draw() % 2 ? 9 : 65);
  if (draw() % 16 == 0 || (*length == 0 && kind != 'c')) /* ASan gives malloc(0) a byte */
    return *length = 0, (void *)0;
  void *at = leaf_object((*length + (kind == 'c')) * size);
  leaf_fill(at, kind, size, *length);
  return at;
}

long leaf_min(long a, long b) { return a < b ? a : b; }

void leaf_show_int(const char *name, long long value) { printf("%s %lld\n", name, value); }

void leaf_show_float(const char *name, double value) {
  value != value ? printf("%s nan\n", name) : printf("%s %a\n", name, value);
}

void leaf_show_wide(const char *name, long double value) {
  value != value ? printf("%s nan\n", name) : printf("%s %La\n", name, value);
}

void leaf_show(const char *name, const void *from, int kind, long size, long count) {
  for (long i = 0; from && i < count; i++) {
    const char *at = (const char *)from + i * size;
    if (kind == 'l')
      leaf_show_wide(name, *(const long double *)at);
    else if (kind == 'f')
      leaf_show_float(name, size == sizeof(float) ? *(const float *)at : *(const double *)at);
    else
      for (long j = 0; j < size; j++)
        printf("%s%02x", i + j ? "" : name, at[j] & 255);
  }
  printf("\n");
}

void leaf_show_pointer(const char *name, const void *p, int is_text) {
  if (!p) {
    printf("%s null\n", name);
    return;
  }
  for (int i = 0; i < used; i++) {
    unsigned long offset = (unsigned long)p - (unsigned long)objects[i].at;
    if (offset <= (unsigned long)objects[i].bytes) {
      printf("%s object %d at %lu\n", name, i, offset);
      return;
    }
  }
  printf("%s elsewhere ", name);
  for (int i = 0; is_text && i < 200 && ((const char *)p)[i]; i++)
    printf("%02x", ((const char *)p)[i] & 255);
  printf("\n");
}

/* function, first round, last round, seed, what moves objects */
int main(int argc, char **argv) {
  padding = atoi(argv[5]);
  unsigned long last = strtoul(argv[3], 0, 10), seed = strtoul(argv[4], 0, 10);
  for (unsigned long round = strtoul(argv[2], 0, 10); round <= last; round++) {
    state = seed + (round << 32);
    used = 0;
    leaf_call(atoi(argv[1]));
    printf("@ %lu\n", round);
    fflush(stdout);
  }
  return 0;
}
"""

PROTOTYPES = """
long long leaf_int(void);
double leaf_float(void);
void leaf_fill(void *, int, long, long);
void *leaf_object(long);
void *leaf_buffer(int, long, long *);
long leaf_min(long, long);
void leaf_show_int(const char *, long long);
void leaf_show_float(const char *, double);
void leaf_show_wide(const char *, long double);
void leaf_show(const char *, const void *, int, long, long);
void leaf_show_pointer(const char *, const void *, int);
"""


def run(command, folder, seconds, **more):
    """The finished process; its status is None when it took too long."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds,
                              stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(command, None, late.stdout or b"", b"")


# What is in a file

def is_in_header(node):
    place = node.get("loc", {})
    return "includedFrom" in place.get("expansionLoc", place)


def callee(node):
    """The function's name; None: it is called through a pointer."""
    while node.get("kind") in ("ImplicitCastExpr", "ParenExpr"):
        node = node["inner"][0]
    target = node.get("referencedDecl", {})
    return target["name"] if target.get("kind") == "FunctionDecl" else None


def look_through(body):
    """(names of functions, names of variables, whether it does what cannot be followed)."""
    functions, variables, is_opaque, rest = set(), set(), False, [body]
    while rest:
        node = rest.pop()
        target = node.get("referencedDecl", {})
        if target.get("kind") in ("FunctionDecl", "VarDecl"):
            (functions if target["kind"] == "FunctionDecl" else variables).add(target["name"])
        if node.get("kind") == "GCCAsmStmt" or \
                node.get("kind") == "CallExpr" and callee(node["inner"][0]) is None:
            is_opaque = True
        rest.extend(node.get("inner", ()))
    return functions, variables, is_opaque


class Unit:
    """The types, functions and variables of a .c file."""

    def __init__(self, path, flags, tree):
        self.path, self.flags = path, flags
        self.typedefs, self.records, self.names, self.functions = {}, {}, {}, {}
        self.externs, self.defined, self.used = {}, set(), set()
        for node in tree["inner"]:
            getattr(self, "add_" + node["kind"], lambda node: None)(node)

    def add_RecordDecl(self, node):
        if node.get("tagUsed") == "struct" and node.get("completeDefinition"):
            self.names[node["id"]] = node
            if "name" in node:
                self.records["struct " + node["name"]] = ("struct " + node["name"], node)

    def add_TypedefDecl(self, node):
        name, inner = node["name"], node.get("inner", [{}])[0]
        self.typedefs[name] = node["type"]["qualType"]
        owned = self.names.get(inner.get("ownedTagDecl", {}).get("id"))
        if owned and "name" not in owned:
            self.records.setdefault("struct " + name, (name, owned))
            self.typedefs[name] = re.sub(r"^struct \(.*\)$", "struct " + name,
                                         self.typedefs[name])

    def add_VarDecl(self, node):
        if node.get("storageClass") == "extern" and "init" not in node:
            self.externs[node["name"]] = node["type"]["qualType"]
        else:
            self.defined.add(node["name"])

    def add_FunctionDecl(self, node):
        parts = node.get("inner", [])
        bodies = [part for part in parts if part["kind"] == "CompoundStmt"]
        if not bodies:
            return
        calls, variables, is_opaque = look_through(bodies[0])
        self.used |= variables
        params = [(part.get("name", ""), part["type"]["qualType"]) for part in parts
                  if part["kind"] == "ParmVarDecl"]
        result = node["type"]["qualType"].split("(")[0]
        self.functions[node["name"]] = Function(
            node["name"], None if node.get("variadic") else params, result, calls, is_opaque,
            not is_in_header(node))

    def resolve(self, text, depth=0):
        text = QUALIFIER.sub("", text).strip()
        array = re.fullmatch(r"(.+?) ?\[(\d+)\]", text)
        if depth > 20 or text.startswith("enum "):
            return Type("i", "int") if depth <= 20 else OTHER
        if array:
            return Type("array", text, self.resolve(array[1], depth + 1), int(array[2]))
        if text.endswith("*"):
            return Type("pointer", text, self.resolve(text[:-1], depth + 1))
        if text in self.typedefs:
            return self.resolve(self.typedefs[text], depth + 1)
        if text in self.records:
            return Type("record", self.records[text][0], self.records[text][1])
        if text == "void":
            return Type("void", "unsigned char")
        return Type(SCALARS[text], text) if text in SCALARS else OTHER

    def fields(self, record):
        """Those that can be given: (name, type)."""
        for node in record.inner.get("inner", ()):
            text = node.get("type", {}).get("qualType", "")
            is_const = text.endswith("const") or "*" not in text and "const" in text
            if node["kind"] == "FieldDecl" and "name" in node and not is_const:
                found = self.resolve(text)
                if is_scalar(found) or is_list(found):
                    yield node["name"], found

    def is_given(self, param):
        found = self.resolve(param[1])
        inner = found.inner if found.kind == "pointer" else found
        return is_scalar(found) or is_list(found) or \
            inner.kind == "record" and any(self.fields(inner))

    def missing(self):
        """Variables that other files define."""
        library = ctypes.CDLL("libc.so.6")
        for name in sorted((self.used & self.externs.keys()) - self.defined):
            text = self.externs[name]
            found = self.resolve(text.replace("[]", "[1]"))
            if not hasattr(library, name) and ("struct" not in text or found.kind != "other"):
                yield name

    def leaves(self):
        good = {name for name, one in self.functions.items() if not one.is_opaque}
        before = None
        while before != good:
            before = good
            good = {name for name in good if all(
                call in good if call in self.functions else
                call in SAFE or call.startswith("__builtin_")
                for call in self.functions[name].calls)}
        return sorted(name for name in good if self.is_callable(self.functions[name]))

    def is_callable(self, function):
        return function.is_here and function.name != "main" and function.params and \
            all(map(self.is_given, function.params)) and \
            self.resolve(function.result).kind not in ("other", "array")


def is_scalar(found):
    return len(found.kind) == 1


def is_list(found):
    """A buffer or an array of numbers."""
    return found.kind in ("pointer", "array") and \
        (is_scalar(found.inner) or found.kind == "pointer" and found.inner.kind == "void")


def letter(found):
    return f"'{found.kind if is_scalar(found) else 'i'}'"


# The program that calls functions

class Caller:
    """Makes the text of a function that calls another one."""

    def __init__(self, unit, function):
        self.unit, self.function = unit, function
        self.before, self.after = [], []

    def number(self, name, found, buffers):
        if found.kind in "fl":
            return "leaf_float()"
        if found.kind == "b":
            return "leaf_int() & 1"
        if not buffers or not LENGTH.search(name):
            return "leaf_int()"
        own = [one for one in buffers if one.name and name.lower().startswith(one.name.lower())]
        lengths = [one.variable + "_length" for one in own[:1] or buffers]
        return functools.reduce("leaf_min({}, {})".format, lengths)

    def show(self, place, found):
        kind = {"f": "float", "l": "wide"}.get(found.kind, "int")
        self.after.append(f'leaf_show_{kind}("{place}", {place});')

    def buffer(self, name, variable, found, buffers):
        """A buffer's variable; one that is named as the end of another is that."""
        inner = found.inner
        ends = [one for one in buffers if one.spelling == inner.spelling and END.search(name)]
        if ends:
            one = ends[-1].variable
            self.before.append(f"{inner.spelling} *{variable} = {one} ? {one} + {one}_length : 0;")
            return
        self.before += [f"long {variable}_length;",
                        f"{inner.spelling} *{variable} = leaf_buffer({letter(inner)}, "
                        f"sizeof *{variable}, &{variable}_length);"]
        buffers.append(Buffer(name, variable, inner.spelling))

    def show_buffer(self, place, variable, found):
        self.after.append(f'leaf_show("{place} ", {place}, {letter(found.inner)}, '
                          f"sizeof *{place}, {variable}_length);")

    def field(self, place, variable, name, found, buffers):
        if is_scalar(found):
            self.before.append(f"{place} = {self.number(name, found, buffers)};")
            self.show(place, found)
        elif found.kind == "array":
            size = f"{letter(found.inner)}, sizeof *{place}, {min(found.count, MOST_ELEMENTS)}"
            terminator = " - 1" if found.inner.kind == "c" and found.count else ""
            self.before.append(f"leaf_fill({place}, {size}{terminator});")
            self.after.append(f'leaf_show("{place} ", {place}, {size});')
        else:
            known = len(buffers)
            self.buffer(name, variable, found, buffers)
            self.before.append(f"{place} = {variable};")
            if len(buffers) > known:
                self.after.append(f"if ((unsigned long){place} == (unsigned long){variable})")
                self.show_buffer(place, variable, found)
                self.after.append("else")
            self.after.append(f'leaf_show_pointer("{place}", {place}, 0);')

    def argument(self, i, buffers):
        name, text = self.function.params[i]
        found, variable = self.unit.resolve(text), f"a{i}"
        if is_scalar(found):
            self.before.append(
                f"{found.spelling} {variable} = {self.number(name, found, buffers)};")
        elif is_list(found):
            known = len(buffers)
            self.buffer(name, variable, found, buffers)
            if len(buffers) > known:
                self.show_buffer(variable, variable, found)
        else:
            is_pointer = found.kind == "pointer"
            record = found.inner if is_pointer else found
            self.before.append(f"{record.spelling} *{variable} = "
                               f"leaf_object(sizeof({record.spelling}));")
            inside = []
            for field, one in self.unit.fields(record):
                self.field(f"{variable}->{field}", f"{variable}_{field}", field, one, inside)
            return variable if is_pointer else "*" + variable
        return variable

    def call(self, arguments):
        result = self.unit.resolve(self.function.result)
        call = f"({self.function.name})({', '.join(arguments)});"
        if result.kind == "void":
            return [call]
        if result.kind == "pointer":
            is_text = int(result.inner.kind == "c")
            return ["const void *r = " + call, f'leaf_show_pointer("r", r, {is_text});']
        kept, self.after = self.after, []
        if is_scalar(result):
            self.show("r", result)
        else:
            for field, one in self.unit.fields(result):
                if is_scalar(one):
                    self.show("r." + field, one)
        shown, self.after = self.after, kept
        return [f"{result.spelling} r = " + call, *shown]

    def text(self, number):
        buffers = []
        arguments = [self.argument(i, buffers) for i in range(len(self.function.params))]
        call = self.call(arguments)
        lines = "\n  ".join([*self.before, *call, *self.after])
        return f"static void leaf_call_{number}(void) {{\n  {lines}\n}}\n"


def program(unit, names):
    callers = [Caller(unit, unit.functions[name]).text(i) for i, name in enumerate(names)]
    cases = "".join(f"  case {i}: leaf_call_{i}(); break; /* {name} */\n"
                    for i, name in enumerate(names))
    missing = "".join(f"__typeof__({name}) {name};\n" for name in unit.missing())
    return (f'{PROTOTYPES}\n#define main leaf_project_main\n#include "{unit.path.name}"\n'
            f"#undef main\n{missing}\n" + "\n".join(callers) +
            f"\nvoid leaf_call(int function) {{\n  switch (function) {{\n{cases}  }}\n}}\n")


# Running it

class Program:
    """Functions of one file, built. Compilers run when they are needed."""

    def __init__(self, options, unit, names):
        self.options, self.unit, self.names = options, unit, names
        self.folder = options.copy
        self.path = unit.path.parent / "leaf_program.c"
        self.built = {}

    def build(self, compiler):
        if compiler not in self.built:
            out = self.options.scratch / compiler
            out.unlink(missing_ok=True)
            made = run([*COMPILERS[compiler], *self.unit.flags, str(self.path),
                        "leaf_support.c", "-o", str(out), *LINK], self.folder, LONG_SECONDS)
            self.built[compiler] = made.returncode == 0
        return self.built[compiler]

    def is_built(self):
        (self.folder / self.path).write_text(program(self.unit, self.names))
        return self.build("native") and self.build("checked")

    def end(self, program_name, arguments, **more):
        if program_name != "tool":
            command = [str(self.options.scratch / program_name), *arguments]
            return ending(run(command, self.folder, SECONDS, **more))
        command = [str(self.options.tool), "run", str(self.path), "leaf_support.c",
                   "--steps", str(self.options.steps)]
        for one in arguments:
            command += ["--arg", one]
        return ending(run([*command, "--", *self.unit.flags], self.folder, LONG_SECONDS))

    def arguments(self, name, first, last):
        salt = zlib.crc32(f"{self.options.seed} {self.unit.path} {name}".encode())
        return [str(self.names.index(name)), str(first), str(last), str(salt), "0"]

    def ends(self, name, first, last):
        """How the programs end; only the native one where it does not in its first round."""
        arguments = self.arguments(name, first, last)
        ends = {"native": self.end("native", arguments, env=ENVIRONMENT)}
        if ends["native"].status is None:
            arguments[2] = str(first + len(ends["native"].done) - 1)
        if ends["native"].done or ends["native"].status is not None:
            ends["again"] = self.moved_end(arguments, 24)
            ends["checked"] = self.end("checked", arguments, env=ENVIRONMENT)
            ends["tool"] = self.end("tool", arguments)
        return ends

    def moved_end(self, arguments, padding):
        """With other addresses, and other contents of fresh memory."""
        perturbed = dict(ENVIRONMENT)
        if padding > 1:  # with 1, all of the space between objects would be filled
            perturbed["MALLOC_PERTURB_"] = str(100 + padding)
        return self.end("native", [*arguments[:-1], str(padding)], env=perturbed)

    def rounds(self, name):
        """An answer for each round."""
        first, last, endless = 0, self.options.runs - 1, 0
        while first <= last:
            ends = self.ends(name, first, last)
            good = agreeing(ends) if len(ends) > 1 else 0
            yield from [EQUAL] * good
            first += good
            if first <= last:
                answer = self.judge(name, first, [outcome(one, good) for one in ends.values()])
                endless += answer.detail == "does not end natively"
                yield answer
                first += 1
            if endless == MOST_ENDLESS:
                yield from [answer] * (last + 1 - first)
                return

    def judge(self, name, number, outcomes):
        if any(one.status is None and one.done is None for one in outcomes[:3]):
            return Answer("skipped", "does not end natively")
        native, again, checked, ours = outcomes
        if ours.done is None and ours.status in (None, 124):
            return Answer("limit", without_place(ours.message) or "time")
        if ours.done is None and ours.status == 2 and ours.message:
            return Answer("not run", without_place(ours.message))
        is_trapped = ours.done is None and ours.status == 125
        if is_trapped and (stops(checked) or stops(native)):
            return Answer("both stop")
        if stops(checked):
            return Answer("missed", f"{checked.message}; here {describe(ours)}")
        if not is_trapped and same(native, ours) and same(native, again):
            return EQUAL
        if self.is_stopped_elsewise(name, number):
            return Answer("both stop") if is_trapped else \
                Answer("skipped", "undefined natively")
        if is_trapped:
            return Answer("undefined", ours.message)
        if not same(native, checked) or not self.is_steady(name, number, native):
            return Answer("skipped", "native runs differ")
        return Answer("MISMATCH", f"{describe(ours)}, natively {describe(native)}")

    def is_stopped_elsewise(self, name, number):
        """By MemorySanitizer, or where other distances lie between objects."""
        arguments = self.arguments(name, number, number)
        for more in ("", ":redzone=16", ":redzone=2048"):
            options = dict(ENVIRONMENT, ASAN_OPTIONS=ENVIRONMENT["ASAN_OPTIONS"] + more)
            if (more or self.build("memory")) and \
                    stops(outcome(self.end("checked" if more else "memory", arguments,
                                           env=options), 0)):
                return True
        return False

    def is_steady(self, name, number, native):
        """Whether nothing changes where objects lie elsewhere."""
        arguments = self.arguments(name, number, number)
        return all(same(native, outcome(self.moved_end(arguments, padding), 0))
                   for padding in (1, *range(8, 136, 16)))


def ending(process):
    """The outputs of the rounds that ended, and how the process did."""
    *done, rest = re.split(rb"^@ \d+\n", process.stdout, flags=re.M)
    status = process.returncode
    if status is not None and status < 0:
        status = 128 - status
    text = process.stderr.decode(errors="replace")
    found = re.findall(r"^mergeproof: \w+: (.*)|(?:runtime error|Sanitizer): (.*)", text, re.M)
    message = "".join(found[-1 if "mergeproof" in text else 0]) if found else ""
    return Ending(done, rest, status, re.sub(r" \(/.*| 0x[0-9a-f]+", "", message))


def without_place(message):
    return re.sub(r"^\S+:\d+: ", "", message)


def outcome(end, i):
    """An Ending for one round: its output is done, or stopped."""
    if i < len(end.done):
        return Ending(end.done[i], None, 0, "")
    return Ending(None, end.stopped, end.status, end.message)


def agreeing(ends):
    """How many rounds end, alike, before any is different."""
    for i, outputs in enumerate(zip(*(end.done for end in ends.values()))):
        if len(set(outputs)) > 1:
            return i
    return min(len(end.done) for end in ends.values())


def same(one, other):
    return one[:3] == other[:3]


def stops(one):
    return one.done is None and one.status in {STOPPED, *CRASHES}


def describe(one):
    if one.done is None:
        return f"status {one.status} {one.message}".strip()
    return "output " + " ".join(one.done.decode(errors="replace").split())[:160]


# The sample

def parse(options, path, flags):
    """The Unit, or None where clang reports errors."""
    command = ["clang-19", "-w", *flags, "-fsyntax-only"]
    if run([*command, str(path)], options.copy, LONG_SECONDS).returncode != 0:
        return None
    dumped = run([*command, "-Xclang", "-ast-dump=json", str(path)], options.copy, LONG_SECONDS)
    return Unit(path, flags, json.loads(dumped.stdout)) if dumped.returncode == 0 else None


def sample(options):
    """{unit: names}. Files are read, in random order, until they have twice what is wanted."""
    chance = random.Random(options.seed)
    files = sorted(path.relative_to(options.copy) for path in options.copy.glob(options.files))
    chance.shuffle(files)
    folders = sorted({path.parent.relative_to(options.copy)
                      for path in options.copy.glob("**/*.h")})
    guesses = [[*options.flags], [*options.flags, *(f"-I{folder}" for folder in folders)]]
    found, read = [], 0
    for path in files:
        unit = next(filter(None, (parse(options, path, flags) for flags in guesses)), None)
        read += unit is not None
        found += [(unit, name) for name in (unit.leaves() if unit else ())
                  if options.function in (None, name)]
        if len(found) >= 2 * options.count:
            break
    chosen = chance.sample(found, min(options.count, len(found)))
    print(f"{options.source.name}: {read} files read, {len(found)} leaves, "
          f"{len(chosen)} of them chosen", flush=True)
    names = {}
    for unit, name in chosen:
        names.setdefault(unit, []).append(name)
    return names


def programs(options, unit, names):
    """One for all, or, where it does not compile, for parts."""
    whole = Program(options, unit, names)
    if whole.is_built():
        yield whole
    elif len(names) > 1:
        middle = len(names) // 2
        yield from programs(options, unit, names[:middle])
        yield from programs(options, unit, names[middle:])


def keep(options, tried, name):
    """Saves a program with this function only, to be put next to its file."""
    options.keep.mkdir(parents=True, exist_ok=True)
    path = str(tried.unit.path.parent / name).replace("/", "-") + ".c"
    salt = tried.arguments(name, 0, 0)[-2]
    (options.keep / path).write_text(
        f"/* with leaf_support.c; flags: {' '.join(tried.unit.flags)}\n"
        f"   arguments: 0 FIRST-ROUND LAST-ROUND {salt} 0 */\n" + program(tried.unit, [name]))
    (options.keep / "leaf_support.c").write_text(SUPPORT)


def try_all(options):
    """[(label, [answer for each round])]"""
    results = []
    for unit, names in sample(options).items():
        for tried in programs(options, unit, names):
            for name in tried.names:
                label = f"{unit.path}:{name}"
                answers = list(tried.rounds(name))
                results.append((label, answers))
                if options.keep and {answer.kind for answer in answers} & {
                        "MISMATCH", "missed", "undefined"}:
                    keep(options, tried, name)
        (options.copy / unit.path.parent / "leaf_program.c").unlink()
    return results


def report_kind(kind, results):
    """A line for each place and reason."""
    groups = collections.defaultdict(list)
    for label, answers in results:
        for number, answer in enumerate(answers):
            if answer.kind == kind:
                is_alike = kind not in ("not run", "limit", "skipped", "undefined")
                groups[label if is_alike else answer.detail].append((number, label, answer))
    for places in sorted(groups.values(), key=len, reverse=True):
        number, label, answer = places[0]
        print(f"  {len(places)} {kind}: {answer.detail}: {label} round {number}")


def report(options, results):
    kinds = collections.Counter(answer.kind for _, answers in results for answer in answers)
    whole = sum(all(answer in (EQUAL, Answer("both stop")) for answer in answers)
                for _, answers in results)
    print(f"{options.source.name}: {len(results)} functions, {whole} of them without a doubt; "
          f"{kinds.total()} rounds: " +
          ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    for kind in sorted(kinds.keys() - {"equal", "both stop"}):
        report_kind(kind, results)
    return kinds["MISMATCH"]


def main():
    sys.setrecursionlimit(100_000)
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--files", default="**/*.c")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--function")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    options.tool, options.source = options.tool.resolve(), options.source.resolve()
    with tempfile.TemporaryDirectory(prefix="mergeproof-leaves-") as folder:
        options.scratch = pathlib.Path(folder)
        options.copy = options.scratch / "source"
        shutil.copytree(options.source, options.copy, symlinks=True,
                        ignore=shutil.ignore_patterns(".git"))
        (options.copy / "leaf_support.c").write_text(SUPPORT)
        return 1 if report(options, try_all(options)) else 0


if __name__ == "__main__":
    sys.exit(main())

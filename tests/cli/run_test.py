"""mergeproof run: a program in the interpreter does what the native one does."""
import subprocess

import cli

PRINTS = r"""
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vprintf(format, list);
  va_end(list);
  return count;
}

static void numbers(void) {
  char *end;
  long value = strtol(" -12xyz", &end, 10);
  printf("%ld|%s|%d\n", value, end, atoi("77 "));
  errno = 0;
  unsigned long large = strtoul("99999999999999999999", NULL, 10);
  printf("%lu %d %d\n", large, errno == ERANGE, abs(-5));
  printf("%.3f %g %a %e\n", sqrt(2.0), pow(2, 0.5), 0.1, ldexp(1.5, 70));
}

static void conversions(void) {
  printf("%5d|%-5d|%05d|%+d|% d|%x|%#X|%o\n", 42, 42, 42, 42, 42, 255, 255, 8);
  printf("%hhd %hd %ld %lld %zu %c%%\n", 300, 70000, LONG_MIN, -1LL, sizeof(int), 'x');
  printf("%s|%10s|%-10s|%.2s|%*s\n", "abc", "abc", "abc", "abc", 6, "abc");
  printf("%f|%8.3f|%G|%p\n", 1.5, 3.14159, 1e20, (void *)0);
  int length = say("%d %s %.1f %ld\n", 1, "two", 3.0, 4L);
  printf("%d\n", length);
}

static void texts(void) {
  char room[32] = "abc", small[4];
  strcat(room, "def");
  strncat(room, "ghijkl", 3);
  printf("%s %d\n", room, snprintf(small, sizeof small, "%s", room));
  printf("%s %s %s\n", small, strchr(room, 'e'), strstr(room, "gh"));
  printf("%d %d %d\n", strcmp(room, "c") < 0, strncmp(room, "abx", 2), memcmp(room, "a", 2) > 0);
  char *copy = strdup("one,two,,three");
  for (char *word = strtok(copy, ","); word; word = strtok(NULL, ","))
    printf("<%s>", word);
  free(copy);
  strncpy(room, "xy", sizeof room);
  printf(" %s %zu %zu\n", room, strspn("aab", "a"), strcspn("aab", "b"));
}

static void letters(void) {
  for (const char *p = "aZ 9_\xff"; *p; p++)
    printf("%d%d%d%d%d ", !!isalpha((unsigned char)*p), !!isdigit((unsigned char)*p),
           !!isspace((unsigned char)*p), !!ispunct((unsigned char)*p),
           !!isupper((unsigned char)*p));
  putchar(toupper('q'));
  putchar(tolower('Q'));
  puts("");
}

int main(int argc, char **argv) {
  numbers();
  conversions();
  texts();
  letters();
  void *(*get)(size_t) = malloc;
  void (*give)(void *) = free;
  char *text = get(10);
  memset(text, 'm', 9);
  text[9] = 0;
  fputs(text, stdout);
  give(text);
  fwrite("raw\n", 1, 4, stdout);
  fprintf(stderr, "to stderr\n");
  for (int i = 1; i < argc; i++)
    printf("[%s]", argv[i]);
  printf("%d\n", argv[argc] == NULL && getenv("NO_SUCH_VARIABLE") == NULL);
  return argc == 3 ? 7 : 0;
}
"""


class Run(cli.Test):
    def run_file(self, text, *arguments):
        self.write({"p.c": text})
        return self.tool("run", "p.c", *arguments)

    def check_same(self, text, *arguments):
        """Exit code of both."""
        self.write({"p.c": text})
        subprocess.run(["cc", "-w", "-O0", "p.c", "-o", "native", "-lm"], cwd=self.work,
                       check=True)
        native = subprocess.run(["./native", *arguments], cwd=self.work, text=True,
                                capture_output=True)
        run = self.tool("run", "p.c", *[f"--arg={one}" for one in arguments])
        self.assertEqual(run, (native.returncode, native.stdout, native.stderr))
        return run.code

    def test_is_as_native(self):
        self.assertEqual(self.check_same(PRINTS, "a b", "-x"), 7)

    def test_characters_are_as_native(self):
        names = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print",
                 "punct", "space", "upper", "xdigit"]
        macros = "".join(f"    sum = sum * 2 + !!is{name}(c);\n" for name in names)
        calls = "".join(f"    sum = sum * 2 + !!(is{name})(c);\n" for name in names)
        code = self.check_same(f"""
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
int main(void) {{
  for (int c = -1; c < 256; c++) {{
    unsigned sum = 0;
{macros}{calls}    printf("%d %u %d %d %d %d\\n", c, sum, tolower(c), toupper(c), (tolower)(c),
           (toupper)(c));
  }}
  for (char c = 1; c > 0; c++)
    if (isdigit(c) || isxdigit(c))
      printf("%c %d %d\\n", c, isdigit(c), isxdigit(c));
  printf("%x %x %x\\n", htonl(0x01020304), ntohs(0x0506), htons(0x0708));
  return 5;
}}
""")
        self.assertEqual(code, 5)

    def test_several_files(self):
        self.write({"main.c": '#include "f.h"\n#include <stdio.h>\nint count = 2;\n'
                              'static int own(void) { return 1; }\n'
                              'int main(void) { printf("%d\\n", f(own())); return N; }\n',
                    "lib/f.c": '#include "../f.h"\nextern int count;\n'
                               "static int own(void) { return 10; }\n"
                               "int f(int x) { return x + own() * count; }\n",
                    "f.h": "int f(int x);\n"})
        run = self.tool("run", "main.c", "lib/f.c", "--", "-DN=300")
        self.assertEqual(run, (300 % 256, "21\n", ""))

    def test_what_two_files_include_is_there_twice(self):
        self.write({"level.c": "static int level;\n",
                    "h.h": "static int *where = &(int){1};\n",
                    "a.c": '#include "level.c"\n#include "h.h"\n'
                           "void raise(void) { level = 5; *where = 6; }\n",
                    "b.c": '#include "level.c"\n#include "h.h"\n'
                           "int of_b(void) { return level * 10 + *where; }\n",
                    "m.c": "void raise(void);\nint of_b(void);\n"
                           "int main(void) { raise(); return of_b(); }\n"})
        self.assertEqual(self.tool("run", "m.c", "a.c", "b.c").code, 1)

    def test_files_elsewhere(self):
        self.write({"d/h.h": "int f(void);\n",
                    "d/a/f.c": '#include "../h.h"\nint f(void) { return 1 / 0; }\n',
                    "e/m.c": '#include "../d/h.h"\nint main(void) { return f(); }\n'},
                   self.root)
        run = self.tool("run", "../e/m.c", self.root / "d/a/f.c")
        self.assertEqual(run.code, 125, run)
        self.assertIn(f"{self.root}/d/a/f.c:2: division by zero", run.err)

    def test_exits(self):
        start = "#include <stdlib.h>\n#include <stdio.h>\n#include <assert.h>\n"
        for body, code, message in (
                ("exit(3);", 3, ""), ("return -1;", 255, ""), ("", 0, ""),
                ("printf(\"x\"); abort();", 134, "mergeproof: trapped: p.c:5: abort\n"),
                ("assert(argc > 1);", 134, "mergeproof: trapped: p.c:5: abort\n"),
                ("int *p = 0; return *p;", 125,
                 "mergeproof: trapped: p.c:5: null pointer access\n"),
                ("char s[2]; sprintf(s, \"%d\", 100);", 125,
                 "mergeproof: trapped: p.c:5: invalid memory access\n"),
                ("printf(\"%ld\", argc);", 125, "mergeproof: trapped: p.c:5: variadic "
                 "argument missing or of another type\n")):
            with self.subTest(body=body):
                run = self.run_file(f"{start}int main(int argc, char **argv) {{\n{body}\n}}\n")
                self.assertEqual((run.code, run.err), (code, message))
                self.assertEqual(run.out, "")  # what abort() finds in buffers is lost

    def test_input_and_ends_are_as_native(self):
        text = ("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
                "static void one(void) { puts(\"one\"); }\n"
                "static void two(void) { puts(\"two\"); }\n"
                "__attribute__((constructor(201))) static void late(void) { puts(\"late\"); }\n"
                "__attribute__((constructor(200))) static void soon(void) { puts(\"soon\"); }\n"
                "__attribute__((destructor)) static void last(void) { puts(\"last\"); }\n"
                "int main(int argc, char **argv) {\n"
                "  char line[8]; int c, n = 0;\n"
                "  atexit(one); atexit(two);\n"
                "  while (fgets(line, sizeof line, stdin)) printf(\"%d<%s>\", n++, line);\n"
                "  printf(\"%d %d\\n\", feof(stdin), (c = getchar()) == EOF);\n"
                "  if (argc > 1) { fflush(stdout); printf(\"lost\"); _exit(4); }\n"
                "  exit(3);\n}\n")
        self.write({"p.c": text})
        subprocess.run(["cc", "-w", "-O0", "p.c", "-o", "native"], cwd=self.work, check=True)
        for arguments in ([], ["x"]):
            runs = [subprocess.run(command, cwd=self.work, input=b"a line\nof text\nend",
                                   capture_output=True, check=False)
                    for command in (["./native", *arguments],
                                    [cli.TOOL, "run", "p.c", *(f"--arg={a}" for a in arguments)])]
            self.assertEqual(runs[0].stdout, runs[1].stdout)
            self.assertEqual(runs[0].returncode, runs[1].returncode)

    def test_functions_of_the_library_may_be_the_programs(self):
        self.write({"m.c": "#include <stdlib.h>\nextern int asked;\n"
                           "int main(void) { free(malloc(3)); return asked; }\n",
                    "b.c": "int asked; static char room[64];\n"
                           "void *malloc(unsigned long n) { asked += n; return room; }\n"
                           "void free(void *p) { asked *= 2; }\n"})
        self.assertEqual(self.tool("run", "m.c", "b.c").code, 6)

    def test_alignment_on_request(self):
        text = ("int main(void) { long room[2] = {0}; int *p = (int *)((char *)room + 2);\n"
                "return *p; }\n")
        self.assertEqual(self.run_file(text).code, 0)
        run = self.run_file(text, "--check-alignment")
        self.assertEqual((run.code, run.err),
                         (125, "mergeproof: trapped: p.c:2: misaligned access\n"))

    def test_memory_that_was_never_written(self):
        text = ("int main(void) { int room[2]; room[1] = 3;\nint copy = room[0];\n"
                "return copy + room[1]; }\n")
        self.assertEqual(self.run_file(text),
                         (125, "", "mergeproof: trapped: p.c:3: read of an uninitialised variable\n"))
        self.assertEqual(self.run_file(text, "--zero-memory").code, 3)

    def test_limits(self):
        run = self.run_file("int main(void) { for (;;) { } }\n", "--steps", "1000")
        self.assertEqual((run.code, run.out), (124, ""))
        self.assertRegex(run.err, r"^mergeproof: stopped: .*does not terminate within 1000 steps")
        run = self.run_file("int f(int x) { return f(x + 1) + 1; }\n"
                            "int main(void) { return f(0); }\n")
        self.assertEqual(run.code, 124, run)
        self.assertIn("calls deep", run.err)

    def test_what_cannot_be_run(self):
        raised = ("#include <signal.h>\nint main(void) {\nraise(SIGINT); return 0; }\n")
        for text, parts in (
                (raised, ["p.c:3: raise() "]),
                ("int main(void) { return missing(); }\n", ["missing() "]),
                ("extern int g;\nint main(void) { return g; }\n", ["'g'"]),
                ("int main(void) { asm(\"nop\"); return 0; }\n", ["p.c:1: "]),
                ("int main(void) { return x; }\n", ["p.c:1:25: "]),
                ("int f(void) { return 0; }\n", ["main"])):
            with self.subTest(text=text):
                self.assert_error(self.run_file(text), *parts)
        self.write({"q.c": "int main(void) { return 1; }\n",
                    "r.c": "int main(void) { return 2; }\n"})
        self.assert_error(self.tool("run", "q.c", "r.c"), "'main'", "r.c")
        self.assert_error(self.tool("run", "absent.c"), "absent.c")
        self.assert_error(self.tool("run"), "FILE", "run --help")
        self.assert_error(self.tool("run", "q.c", "--steps", "-1"), "--steps")

    def test_volatile_is_plain(self):
        run = self.run_file("volatile int g = 3;\nint main(void) { g += 2; return g; }\n")
        self.assertEqual(run, (5, "", ""))


if __name__ == "__main__":
    cli.main()

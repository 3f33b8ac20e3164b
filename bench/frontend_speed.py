#!/usr/bin/env python3
"""What reading C costs beside clang's parsing, on files made for it.

  frontend_speed.py [--program build/bench/frontend_speed]

  headers   many headers of the system, few functions
  mixed     some headers, 200 functions
  body      no headers, 1,000 functions
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOME = ["stdio.h", "stdlib.h", "string.h", "errno.h", "unistd.h"]
MANY = SOME + ["sys/socket.h", "sys/stat.h", "netinet/in.h", "netdb.h", "pthread.h", "signal.h",
               "time.h", "math.h", "wchar.h", "dirent.h", "pwd.h", "termios.h", "poll.h",
               "sys/wait.h", "sys/mman.h", "sys/resource.h", "arpa/inet.h", "fcntl.h",
               "inttypes.h", "semaphore.h", "sys/epoll.h", "immintrin.h"]
FUNCTION = """
static int step_{n}(struct state *s, const char *text, unsigned count) {{
  int sum = {n};
  for (unsigned i = 0; i < count && text[i]; i++) {{
    if (text[i] == 'x' || s->limit < sum)
      sum += s->table[(i + {n}) % 16] << 1;
    else if (s->next)
      sum -= s->next->limit;
    switch (sum & 3) {{
    case 0: s->limit++; break;
    case 1: s->table[i % 16] = sum; /* fall through */
    default: sum ^= (int)count;
    }}
  }}
  return sum > s->limit ? s->limit : sum;
}}
int call_{n}(struct state *s) {{ return step_{n}(s, "text", 4) + {n}; }}
"""
STATE = "struct state { int limit, table[16]; struct state *next; };\n"


def text(headers, functions):
    return "".join(f"#include <{name}>\n" for name in headers) + STATE + \
        "".join(FUNCTION.format(n=n) for n in range(functions // 2))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path,
                        default=ROOT / "build/bench/frontend_speed")
    program = parser.parse_args().program.resolve()
    files = {"headers.c": text(MANY, 40), "mixed.c": text(SOME, 200), "body.c": text([], 1000)}
    with tempfile.TemporaryDirectory(prefix="mergeproof-bench-") as folder:
        for name, content in files.items():
            (pathlib.Path(folder) / name).write_text(content)
            subprocess.run([program, name], cwd=folder, check=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How fast the interpreter is: steps (statements and jumps of the IR) a second.

  interpreter_speed.py [--tool build/mergeproof] [--steps N] [--runs N]

Runs loops over arithmetic, memory and calls for N steps, and prints the median of the processor
time, without that of a run of one step, and steps by that time. Aim: 10 million a second.
"""
import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = """
static unsigned seen[1000];
static unsigned mix(unsigned x) { x ^= x << 13; x ^= x >> 17; return x ^ x << 5; }
int main(void) {
  unsigned s = 1;
  for (;;)
    for (int i = 0; i < 1000; i++) {
      s = mix(s);
      seen[i] += s % 7;
      if (seen[i] > 100)
        seen[i] = 0;
    }
}
"""


def seconds(tool, folder, steps):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([tool, "run", "p.c", "--steps", str(steps)], cwd=folder, check=False,
                   capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--steps", type=int, default=50_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    tool = options.tool.resolve()
    with tempfile.TemporaryDirectory(prefix="mergeproof-bench-") as folder:
        (pathlib.Path(folder) / "p.c").write_text(PROGRAM)
        start = statistics.median(seconds(tool, folder, 1) for _ in range(options.runs))
        spent = statistics.median(seconds(tool, folder, options.steps)
                                  for _ in range(options.runs)) - start
    print(f"{options.steps} steps in {spent:.2f} s: {options.steps / spent / 1e6:.0f} million "
          "steps a second")


if __name__ == "__main__":
    main()

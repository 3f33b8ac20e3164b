#!/usr/bin/env python3
"""How the time of a proof grows with the lines of a function and with the edits in it.

After SafeMerge's figures 9 and 10: the body of a loop of 25 lines is unrolled; parent A edits
what feeds `peak`, parent B what feeds `spread`, in some of the copies. Both variables run
through the shared code of all copies, which also computes what no edit touches. The merge has
all edits and is correct.

  lines    lines grow, the edits stay 4                        (figure 9)
  edits    edits grow, the lines stay 800                      (figure 10, its size fixed)
  both     25 lines for every edit                             (figure 10, as in the paper)

Every point is proved with all of --relational=full, no-dependence and product, as far as the
tool has them. After a timeout a series is not continued.

  relational_scaling.py [--tool build/mergeproof] [--timeout S] [--runs N] [--modes MODE...]
                        [--figures NAME...] [--out docs/figures] [--keep DIR] [--equivalent K]

Writes relational-NAME.csv and .svg. --equivalent K lets both parents make, in every K-th copy,
one more edit that means the same but is written differently; the merge takes it from A.
"""
import argparse
import csv
import dataclasses
import json
import math
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODES = ("full", "no-dependence", "product")
STEP_LINES, FIXED_EDITS, FIXED_LINES, BAR_EDITS = 25, 4, 800, 32
LINES, EDITS = (50, 100, 200, 400, 800, 1600), (1, 2, 4, 8, 16, 32, 64)
FIGURES = {
    "lines": ("lines", [(n, FIXED_EDITS) for n in LINES]),
    "edits": ("edits", [(FIXED_LINES, n) for n in EDITS]),
    "both": ("edits", [(STEP_LINES * n, n) for n in EDITS[1:]]),
}
TITLES = {"lines": f"{FIXED_EDITS} edits", "edits": f"{FIXED_LINES} lines",
          "both": f"{STEP_LINES} lines an edit"}

HEAD = """struct counts {
  unsigned low, high, hits, misses;
  unsigned peak, wraps, spread, flips, drift;
};

unsigned measure(const unsigned *data, unsigned limit, struct counts *out) {
  unsigned x, mask, state = 1, low = 0, high = 0, hits = 0, misses = 0;
  unsigned peak = 0, wraps = 0, spread = 0, flips = 0, drift = 0;
"""
STEP = """  x = data[{n}];
  state = state * 1103515245u + x + low;
  if (state & 1u) {{
    low += x >> 2;
    hits++;
  }} else {{
    high ^= x;
    misses++;
  }}
  mask = state >> 16;
{peak}  if (peak > limit) {{
    peak -= limit;
    wraps++;
  }}
  low += mask & 3u;
  if (low > high)
    high = low + hits;
{spread}  if (spread & 4u) {{
    spread = spread * 5u + misses;
    flips++;
  }}
  limit = limit + (mask & 7u);
{drift}"""
TAIL = """  *out = (struct counts){low, high, hits, misses, peak, wraps, spread, flips, drift};
  return state;
}
"""
# The line as it is, then what becomes of it: changed, something inserted, deleted.
PEAK = ("  peak += x & mask;\n",
        ("  peak += (x & mask) + 1u;\n", "  peak += x & mask;\n  if (x > 9u)\n    peak++;\n", ""))
SPREAD = ("  spread ^= x + high;\n",
          ("  spread ^= x + high + 3u;\n",
           "  spread ^= x + high;\n  if (mask > 5u)\n    spread++;\n", ""))
DRIFT = "  drift = drift * 3u + (x & 15u);\n"
DRIFT_OF = {"A": "  drift = drift * 3u + (x & 15u) + x + x;\n",
            "B": "  drift = drift * 3u + (x & 15u) + 2u * x;\n"}
DRIFT_OF["M"] = DRIFT_OF["A"]


@dataclasses.dataclass
class Edits:
    """In which copies who edits what."""
    peak: set
    spread: set
    drift: set


def place(steps: int, count: int, equivalent: int):
    """Edits spread evenly, A's and B's in turn; a single one is made by both."""
    at = [n * steps // count for n in range(count)]
    drift = set(range(0, steps, equivalent)) if equivalent else set()
    if count == 1:
        return Edits(set(), set(), drift | {steps // 2})
    return Edits(set(at[0::2]), set(at[1::2]), drift)


def line_of(kinds, n: int, is_edited: bool):
    return kinds[1][n % len(kinds[1])] if is_edited else kinds[0]


def version(name: str, steps: int, edits: Edits):
    text = HEAD
    for n in range(steps):
        text += STEP.format(
            n=n, peak=line_of(PEAK, n, n in edits.peak and name in "AM"),
            spread=line_of(SPREAD, n, n in edits.spread and name in "BM"),
            drift=DRIFT_OF.get(name, DRIFT) if n in edits.drift else DRIFT)
    return text + TAIL


def write_versions(folder: pathlib.Path, lines: int, count: int, equivalent: int):
    folder.mkdir(parents=True, exist_ok=True)
    steps = lines // STEP_LINES
    edits = place(steps, count, equivalent)
    for name in "OABM":
        (folder / f"{name}.c").write_text(version(name, steps, edits))


def modes_of(tool: pathlib.Path, wanted: list):
    """(mode, options) for the modes that the tool has."""
    shown = subprocess.run([tool, "check", "--help"], capture_output=True, text=True).stdout
    if "--relational" in shown:
        return [(mode, [f"--relational={mode}"]) for mode in wanted]
    print("the tool has no --relational: only full")
    return [("full", [])]


def run_once(command: list, folder: pathlib.Path, limit: int):
    """(verdict, reason, seconds of the decision, seconds by the clock)"""
    start = time.monotonic()
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                             timeout=limit + 30)
    except subprocess.TimeoutExpired:
        return "timeout", "", float(limit), time.monotonic() - start
    wall = time.monotonic() - start
    try:
        report = json.loads(ran.stdout)
        unit = report["units"][0]
    except (json.JSONDecodeError, IndexError):
        return "missing", (ran.stderr.strip().splitlines() or [""])[-1], wall, wall
    took = report["summary"]["phases"]["decide"]
    verdict = "timeout" if unit["verdict"] == "unknown" and took >= limit else unit["verdict"]
    return verdict, unit["reason"], took, wall


def measure(args, options: list, lines: int, edits: int):
    """A point: the answer and the median times of some runs; long runs are not repeated."""
    with tempfile.TemporaryDirectory(prefix="mergeproof-bench-") as scratch:
        folder = args.keep / f"{lines}-{edits}" if args.keep else pathlib.Path(scratch)
        write_versions(folder, lines, edits, args.equivalent)
        command = [args.tool, "check", "--files", "O.c", "A.c", "B.c", "M.c", "--function",
                   "measure", "--no-exec", "--timeout", str(args.timeout), "--output",
                   "json=-", *options]
        runs = []
        while len(runs) < args.runs and (not runs or runs[-1][3] < 5):
            runs.append(run_once(command, folder, args.timeout))
    decide, wall = (statistics.median(run[n] for run in runs) for n in (2, 3))
    return {"verdict": runs[0][0], "decide_seconds": round(decide, 4),
            "wall_seconds": round(wall, 4), "reason": runs[0][1]}


def measure_figure(args, modes: list, name: str):
    rows = []
    for mode, options in modes:
        for lines, edits in FIGURES[name][1]:
            if lines > args.most_lines:
                continue
            row = {"mode": mode, "lines": lines, "edits": edits,
                   **measure(args, options, lines, edits)}
            rows.append(row)
            print(f"{name:6}{mode:14}{lines:6}{edits:4}  {row['verdict']:9}"
                  f"decide {row['decide_seconds']:9.3f} s  wall {row['wall_seconds']:9.3f} s"
                  f"  {row['reason']}", flush=True)
            if row["verdict"] == "timeout":
                break
    return rows


def write_csv(path: pathlib.Path, rows: list):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


COLOURS = {"full": "#1b6ca8", "no-dependence": "#c8781e", "product": "#8a2d52"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 340, 62, 150, 34, 46


class Axis:
    """A logarithmic axis from a value to a value, in pixels."""

    def __init__(self, low: float, high: float, start: float, end: float):
        self.low, self.high = math.log10(low), math.log10(high)
        self.start, self.end = start, end

    def at(self, value: float):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def axes_of(rows: list, key: str):
    seconds = [max(row["decide_seconds"], 1e-3) for row in rows]
    low = 10 ** math.floor(math.log10(min(seconds)))
    high = max(10 ** math.ceil(math.log10(max(seconds))), 10 * low)
    values = sorted({row[key] for row in rows})
    x = Axis(values[0], max(values[-1], 2 * values[0]), LEFT + 12, WIDTH - RIGHT - 12)
    return x, Axis(low, high, HEIGHT - BOTTOM, TOP), values


def frame(x: Axis, y: Axis, values: list, key: str, title: str):
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="12">')
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield f'<text x="{LEFT}" y="20" font-size="14">Seconds to decide, {title}</text>'
    for power in range(round(y.low), round(y.high) + 1):
        place_of = y.at(10 ** power)
        yield (f'<path d="M{LEFT} {place_of}H{right}" stroke="#ddd"/><text x="{LEFT - 6}" '
               f'y="{place_of + 4}" text-anchor="end">{10 ** power:g}</text>')
    for value in values:
        yield (f'<path d="M{x.at(value)} {bottom}v4" stroke="#444"/><text x="{x.at(value)}" '
               f'y="{bottom + 17}" text-anchor="middle">{value}</text>')
    yield f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#444"/>'
    yield f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{key}</text>'


def curve(rows: list, x: Axis, y: Axis, key: str, colour: str):
    """A line through the points; a point that is not a proof is hollow."""
    points = [(x.at(row[key]), y.at(max(row["decide_seconds"], 1e-3)), row["verdict"])
              for row in rows]
    path = "L".join(f"{px} {py}" for px, py, _ in points)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for px, py, verdict in points:
        fill = colour if verdict == "proved" else "#fff"
        yield (f'<circle cx="{px}" cy="{py}" r="4" fill="{fill}" stroke="{colour}" '
               f'stroke-width="2"><title>{verdict}</title></circle>')


def write_svg(path: pathlib.Path, rows: list, key: str, title: str):
    x, y, values = axes_of(rows, key)
    out = list(frame(x, y, values, key, title))
    for n, mode in enumerate(m for m in MODES if any(r["mode"] == m for r in rows)):
        out += curve([r for r in rows if r["mode"] == mode], x, y, key, COLOURS[mode])
        top = TOP + 14 + 20 * n
        out.append(f'<path d="M{WIDTH - RIGHT + 14} {top - 4}h20" stroke="{COLOURS[mode]}" '
                   f'stroke-width="2"/><text x="{WIDTH - RIGHT + 40}" y="{top}">{mode}</text>')
    if any(row["verdict"] != "proved" for row in rows):
        out.append(f'<text x="{WIDTH - RIGHT + 14}" y="{HEIGHT - BOTTOM}" fill="#444">'
                   'hollow: no proof</text>')
    path.write_text("\n".join([*out, "</svg>"]) + "\n")


def slope(rows: list):
    """The exponent of the growth in lines: least squares over logarithms."""
    logs = [(math.log(row["lines"]), math.log(max(row["decide_seconds"], 1e-3))) for row in rows]
    mean_x, mean_y = (statistics.mean(values) for values in zip(*logs))
    return sum((a - mean_x) * (b - mean_y) for a, b in logs) / \
        sum((a - mean_x) ** 2 for a, _ in logs)


def bar(text: str, holds):
    print(f"{'met ' if holds else 'NOT MET'} {text}")


def print_bars(found: dict):
    """What the figures are meant to show."""
    rows = found.get("edits", [])
    if rows:
        print_speeds([[row for row in rows if row["mode"] == mode] for mode in MODES[:2]])
    print_growth([row for row in found.get("lines", []) if row["mode"] == "full"])


def print_speeds(series: list):
    """The two bars at 32 edits. A series that ended before took at least as long as there."""
    full, other = ([row for row in rows if row["edits"] <= BAR_EDITS][-1:] for rows in series)
    for row in full:
        bar(f"{FIXED_LINES} lines with {BAR_EDITS} edits in 1 s: {told(row)}",
            is_proof(row) and row["decide_seconds"] <= 1)
    for row, slow in zip(full, other):
        factor = slow["decide_seconds"] / max(row["decide_seconds"], 1e-3)
        bar(f"full 10 times as fast as no-dependence there: {factor:.1f} ({told(row)}, "
            f"against {told(slow)})", is_proof(row) and factor >= 10)


def is_proof(row: dict):
    return row["verdict"] == "proved" and row["edits"] == BAR_EDITS


def told(row: dict):
    return f"{row['verdict']} after {row['decide_seconds']:.2f} s at {row['edits']} edits"


def print_growth(rows: list):
    if len(rows) < 3:
        return
    undecided = sum(row["verdict"] != "proved" for row in rows)
    upper = slope(rows[len(rows) // 2 - 1:])
    bar(f"growth in lines about linear: exponent {slope(rows):.2f}, of the upper half "
        f"{upper:.2f}, at most 1.3; {undecided} of {len(rows)} points undecided",
        upper <= 1.3 and not undecided)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / "build/mergeproof")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--figures", nargs="+", choices=list(FIGURES), default=list(FIGURES))
    parser.add_argument("--most-lines", type=int, default=max(LINES))
    parser.add_argument("--equivalent", type=int, default=0, metavar="K")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/figures")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the programs there")
    args = parser.parse_args()
    args.tool = args.tool.resolve()
    return args


def main():
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    modes = modes_of(args.tool, args.modes)
    found = {}
    for name in args.figures:
        found[name] = measure_figure(args, modes, name)
        write_csv(args.out / f"relational-{name}.csv", found[name])
        write_svg(args.out / f"relational-{name}.svg", found[name], FIGURES[name][0],
                  TITLES[name])
    print_bars(found)


if __name__ == "__main__":
    main()

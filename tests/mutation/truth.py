"""The truth about merges of a subject: runs every version natively on all its inputs.

The program of a version is its text and the subject's driver (drivers/drive.h), built with
the address and the undefined behaviour sanitizer. Each text is built and run once. The
contract is that of ARCHITECTURE section 1, as src/verdict/observation.cpp evaluates it.
"""
import collections
import hashlib
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = ["clang-19", "-std=gnu11", "-w", "-O0", "-fsanitize=address,undefined",
           "-fsanitize-trap=undefined", "-fsanitize-coverage=trace-pc", "-fuse-ld=lld"]
SECONDS = 120

# kind is "lost" or "unexpected"; values are those of O, A, B, M.
Violation = collections.namedtuple("Violation", "input kind parent is_inherent observable values")


class Run:
    """What one text does: per input the outcome and, where it returned, the observables."""

    def __init__(self, output):
        self.outcomes, self.values, self.inputs = [], [], []
        values, inputs = {}, []
        for line in output.split("\n"):
            _, _, line = line.partition("\t")
            name, _, value = line.partition("\t")
            if name == "outcome":
                self.outcomes.append(value)
                self.values.append(values if value == "returned" else {})
                self.inputs.append(", ".join(inputs))
                values, inputs = {}, []
            elif name.startswith("input "):
                inputs.append(f"{name[6:]} = {value}")
            elif name:
                values[sys.intern(name)] = sys.intern(value)

    def comparable(self, number, observable):
        outcome = self.outcomes[number]
        if outcome != "returned" or observable == "outcome":
            return outcome
        return self.values[number].get(observable)


class Truth:
    """Runs of one subject's texts."""

    def __init__(self, subject, folder):
        self.driver = HERE / "drivers" / f"{subject}.c"
        self.folder = pathlib.Path(folder)
        self.runs = {}

    def run(self, text):
        """The Run of a text, None where it does not compile, or takes too long."""
        key = hashlib.sha1(text).hexdigest()
        if key not in self.runs:
            self.runs[key] = self.build_and_run(text)
        return self.runs[key]

    def replay(self, texts, arguments):
        """The rule of (O, A, B, M) that one input breaks, or None; see drive.h."""
        runs = [self.build_and_run(text, arguments) for text in texts]
        is_whole = all(run and len(run.outcomes) == 1 for run in runs)
        return ask_input(runs, 0) if is_whole else None

    def build_and_run(self, text, arguments=()):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            program = pathlib.Path(folder) / "version"
            program.with_suffix(".c").write_bytes(text)
            built = subprocess.run([*COMPILE, "-I", self.driver.parent, "-I", folder,
                                    self.driver, "-o", program], capture_output=True)
            if built.returncode != 0:
                return None
            try:
                ran = subprocess.run([program, *arguments], capture_output=True, text=True,
                                     errors="replace", timeout=SECONDS)
            except subprocess.TimeoutExpired:  # of one run of thousands
                print(f"{self.driver.name}: a version takes more than {SECONDS} s",
                      file=sys.stderr)
                return None
        if ran.returncode != 0:
            raise RuntimeError(f"the driver {self.driver.name} ended with {ran.returncode}")
        return Run(ran.stdout)

    def violations(self, texts):
        """The broken rules of (O, A, B, M), at most one observable of each input; None where
        a version does not compile."""
        runs = [self.run(text) for text in texts]
        if None in runs:
            return None
        found = (ask_input(runs, number) for number in range(len(runs[0].outcomes)))
        return [violation for violation in found if violation]


def ask_input(runs, number):
    outcomes = [run.outcomes[number] for run in runs]
    if "endless" in outcomes or set(outcomes[:3]) == {"trapped"}:
        return None
    values = [run.values[number] for run in runs]
    if outcomes.count("returned") == 4 and all(other == values[0] for other in values):
        return None
    first = ask_observable(runs, number, "outcome")
    if first:
        return first
    for observable in sorted(set().union(*values)):
        if not lacks_place(outcomes, values, observable):
            found = ask_observable(runs, number, observable)
            if found:
                return found
    return None


def lacks_place(outcomes, values, observable):
    """A part of memory that some version does not reach."""
    return any(mark in observable for mark in ".>[*") and any(
        outcome == "returned" and observable not in here
        for outcome, here in zip(outcomes, values))


def ask_observable(runs, number, observable):
    shown = [run.comparable(number, observable) for run in runs]
    base, *parents, merged = shown
    changed = {value for value in parents if value != base}
    for parent, value in zip("AB", parents):
        if value not in (base, merged):
            return Violation(runs[0].inputs[number], "lost", parent, len(changed) > 1,
                             observable, shown)
    if merged not in parents:
        return Violation(runs[0].inputs[number], "unexpected", "", len(changed) > 1,
                         observable, shown)
    return None

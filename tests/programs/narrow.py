"""How 32-bit programs (-m32) are built and run on this machine."""
import functools
import pathlib
import shutil
import subprocess
import tempfile

# Emulators load programs that may be anywhere behind the stack, where no kernel puts them.
FLAGS = ["-m32", "-msse2"]
COMPILER = ["clang-19", *FLAGS, "-no-pie"]


@functools.cache
def runner():
    """The words before a 32-bit program that run it; None: nothing does.

    Some kernels do not run such programs, and an emulator does."""
    with tempfile.TemporaryDirectory(prefix="mergeproof-narrow-") as folder:
        source, program = pathlib.Path(folder) / "p.c", pathlib.Path(folder) / "p"
        source.write_text("#include <stdio.h>\nint main(void) { return puts(\"ran\") < 0; }\n")
        made = subprocess.run([*COMPILER, source, "-o", program], capture_output=True, check=False)
        emulator = shutil.which("qemu-i386")
        for words in [[], [emulator]] if emulator else [[]]:
            try:
                ran = subprocess.run([*words, program], capture_output=True, check=False,
                                     timeout=60)
            except OSError:
                continue
            if made.returncode == 0 and ran.stdout == b"ran\n":
                return words
    return None

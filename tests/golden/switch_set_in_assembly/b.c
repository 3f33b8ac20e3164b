static int debug;

int f(int z) {
  if (z == 7)
    return 2;
  if (debug)
    return 5;
  return z;
}

__asm__(".globl set\n"
        "set: movl %edi, debug(%rip)\n"
        "ret\n");

int choose(char *p, char *q, int a) {
  if (q == (char *)-1)
    a += 7;
  if ((unsigned long)p > 0x9000000000000000ul)
    return a;
  return a + 1;
}

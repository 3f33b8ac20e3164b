static int limit = 4;
int fa(int x) {
  int over = x > limit;
  int r = 0;
  if (over)
    r = 5;
  return r;
}
int nlim(void) { return limit; }
void setl(int v) { limit = v; }

static int lim = 4;
int fa(int x) {
  int over = x > lim;
  int r = 0;
  if (over)
    r = 6;
  return r;
}
int nlim(void) { return lim; }
void setl(int v) { lim = v; }

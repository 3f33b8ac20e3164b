void lock(void);
void unlock(void);
int work(int x);

int f(int x) {
  int y;

  x = x / 2;

  y = work(x);
  return y;
}

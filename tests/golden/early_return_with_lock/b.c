void lock(void);
void unlock(void);
int work(int x);

int f(int x) {
  int y;
  lock();

  x = x / 2;

  y = work(x);
  unlock();
  return y;
}

void lock(void);
void unlock(void);
int work(int x);

int f(int x) {
  int y;
  lock();

  if (x < 0)
    return -1;
  x = x / 2;

  y = work(x);
  unlock();
  return y;
}

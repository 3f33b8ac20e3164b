void log_at(int line, const char *what);
#define LOG(what) log_at(__LINE__, what)

int limit(int x) {
  if (x < 0) {
    LOG("negative");
    return -1;
  }
  if (x > 100)
    return 100;


  if (x == 7)
    LOG("seven");
  return x;
}

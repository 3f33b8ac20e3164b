void log_at(int line, const char *what);
#define LOG(what) log_at(__LINE__, what)

/* What is allowed. */
int limit(int x) {
  if (x < 0) {
    LOG("negative");
    return -1;
  }
  if (x > 100)
    return 200;


  if (x == 7 || x == 8)
    LOG("seven");
  return x;
}

static int sign_of(int x) { return x >= 0; }

int f(int x) {
  int n = sign_of(x);

  int result = n;

  return result;
}

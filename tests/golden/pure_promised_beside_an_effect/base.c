int weighed;

int weight(int x);

int weight(int x) {
  return x + 1;
}

int total(int x) {
  weight(x);
  return weight(x & 15) + 1;
}

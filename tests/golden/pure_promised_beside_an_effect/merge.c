int weighed;

__attribute__((pure)) int weight(int x);

int weight(int x) {
  weighed++;
  return x + 1;
}

int total(int x) {
  weight(x);
  return weight(x & 15) + 1;
}

struct pair { int x; int y; };
static const struct pair table[] = {{1, 10}, {2, 20}, {3, 30}};
int find(int x) {
  for (int i = 0; i < 3; i++)
    if (table[i].x == x)
      return table[i].y;
  return -1;
}

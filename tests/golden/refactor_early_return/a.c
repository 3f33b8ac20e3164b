unsigned f(unsigned weight, int is_member) {
  if (weight == 0)
    return 0;
  if (is_member)
    return weight * 2;
  return weight * 3;
}

unsigned f(unsigned weight, int is_member) {
  unsigned price = 0;
  if (weight > 0) {
    if (is_member) {
      price = weight * 2;
    } else {
      price = weight * 3;
    }
  }
  return price;
}

int f(unsigned day) {
  static const int days[] = {31, 28, 31, 30};

  if (day > 3)
    return 0;

  return days[day];
}

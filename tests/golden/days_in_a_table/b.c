static int is_leap(int year) {
  if (year % 400 == 0)
    return 1;
  if (year % 100 == 0)
    return 0;
  return !(year & 3);
}

static int days_in_month(int year, int month) {
  static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  if (month < 1 || month > 12)
    return 0;

  if (month == 2 && is_leap(year))
    return 29;
  return days[month - 1];
}

int day_of_year(int year, int month, int day) {
  int sum = day;

  for (int m = 1; m < month; m++)
    sum += days_in_month(year, m);
  return sum;
}

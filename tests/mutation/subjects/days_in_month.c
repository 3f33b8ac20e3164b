static int is_leap(int year) {
  if (year % 400 == 0)
    return 1;

  if (year % 100 == 0)
    return 0;

  return year % 4 == 0;
}

int days_in_month(int year, int month) {
  int days = 31;

  if (month < 1 || month > 12)
    return -1;

  switch (month) {
  case 2:
    days = is_leap(year) ? 29 : 28;
    break;

  case 4:
  case 6:
  case 9:
  case 11:
    days = 30;
    break;

  default:
    break;
  }

  return days;
}

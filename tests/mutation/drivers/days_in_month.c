#include "drive.h"
#include "version.c"

static const long years[] = {
    INT_MIN, -2000, -401, -400, -399, -101, -100, -99,  -5,   -4,   -3,     -2,
    -1,      0,     1,    2,    3,    4,    5,    8,    96,   99,   100,    101,
    104,     200,   201,  300,  301,  398,  399,  400,  401,  402,  404,    500,
    800,     1600,  1900, 1901, 1904, 1999, 2000, 2001, 2004, 2100, INT_MAX};

void drive(void) {
  int year = (int)pick_of("year", years);
  int month = (int)pick("month", -13, 15);
  start();
  show("return value", days_in_month(year, month));
}

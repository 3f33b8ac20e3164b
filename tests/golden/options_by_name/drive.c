#include "drive.h"

#include "version.c"

static void drive(void) {
  static const char *const names[] = {"",       "jobs", "depth", "width",
                                      "depths", "widt", "other"};
  PICK(int, which, 0, 1, 2, 3, 4, 5, 6);
  PICK(int, value, -1, 0, 1, 200, 201);
  struct limits limits = {5, 6, 7};
  START;
  show("return value", set_limit(&limits, names[which], value));
  show("jobs", limits.jobs);
  show("depth", limits.depth);
  show("width", limits.width);
}

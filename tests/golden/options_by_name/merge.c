#include <string.h>

struct limits {
  int jobs, depth, width;
};

int set_limit(struct limits *limits, const char *name, int value) {
  if (strcmp(name, "depth") == 0) {
    limits->depth = value;
    return 0;
  }
  if (strcmp(name, "jobs") == 0) {
    if (value < 1)
      return -1;
    limits->jobs = value;
    return 0;
  }
  if (strcmp(name, "width") == 0) {
    if (value > 200)
      return -1;
    limits->width = value;
    return 0;
  }
  return -2;
}

#include <stdio.h>

#define MINOR 8

const char *version(void) {
#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
  return "1." NUMBER(MINOR);
}

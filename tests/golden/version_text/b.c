#include <stdio.h>

#define MINOR 7

const char *version(void) {
#define TEXT(x) #x
#define NUMBER(x) TEXT(x)
  return "1." NUMBER(MINOR);
}

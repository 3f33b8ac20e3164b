#include "drive.h"
#include <stdlib.h>
#define malloc drive_malloc
#include "version.c"

static void drive(void) {
  struct node tail = {NULL, 3};
  drive_failing = 0;
  SET(drive_failing, 0, 1);
  PICK(unsigned, value, UINTS);
  START;
  struct node *made = f(&tail, value);
  show("return value is null", made == NULL);
  if (made) {
    show("made->next is tail", made->next == &tail);
    show("made->value", made->value);
  }
}

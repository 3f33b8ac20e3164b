#include "drive.h"
#include "version.c"

static void drive(void) {
  static char text[301];
  PICK(int, length, 0, 1, 2, 254, 255, 256, 300);
  for (int i = 0; i < length; i++)
    text[i] = (char)('a' + i % 26);
  text[length] = '\0';
  START;
  char *name = new_name(text);
  show("there", name != NULL);
  if (name) {
    show("length", (long long)strlen(name));
    for (size_t i = 0; i < strlen(name); i += 50)
      show("letter", name[i]);
  }
}

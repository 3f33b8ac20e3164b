#include <stddef.h>

struct text {
  char *bytes;
  size_t size, room;
};

static void put(struct text *text, char c)
{
  size_t next = text->size + 1;
  if (text->room > next)
    text->bytes[text->size] = c;

  text->size++;
}

size_t quote(struct text *text, const char *from)
{
  put(text, '"');
  for (; *from; from++)
    put(text, *from);
  put(text, '"');
  return text->size;
}

#include <stddef.h>

struct text {
  char *bytes;
  size_t size, room;
};

static int put(struct text *text, char c)
{
  if (text->size + 1 < text->room)
    text->bytes[text->size] = c;

  text->size++;
  return text->size < text->room;
}

size_t quote(struct text *text, const char *from)
{
  put(text, '"');
  for (; *from; from++)
    put(text, *from);
  if (!put(text, '"'))
    return 0;
  return text->size;
}

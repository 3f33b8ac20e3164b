#include <stddef.h>
struct buffer {
  size_t used, size;
};

static size_t round_up(size_t n, size_t unit) {
  return (n + unit - 1) & ~(unit - 1);
}

long reserve(struct buffer *buffer, size_t n) {
  size_t start = round_up(buffer->used, 16);
  if (n == 0)
    return -2;
  if (start > buffer->size || buffer->size - start < n)
    return -1;
  buffer->used = start + n;
  return (long)start;
}

#include <stddef.h>
struct buffer {
  size_t used, size;
};

static size_t round_up(size_t n, size_t unit) {
  size_t rest = n % unit;
  return rest ? n + (unit - rest) : n;
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

// Searching in arrays.
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*order)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int found = order(key, element);
    if (found == 0)
      return (void *)element;
    if (found < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*order)(const void *, const void *)) {
  const char *element = base;
  for (size_t i = 0; i < *count; i++, element += size)
    if (order(key, element) == 0)
      return (void *)element;
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size,
              int (*order)(const void *, const void *)) {
  void *found = lfind(key, base, count, size, order);
  if (found)
    return found;
  found = memcpy((char *)base + *count * size, key, size);
  ++*count;
  return found;
}

// Quotients with their remainders.
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
typedef struct {
  intmax_t quot, rem;
} imaxdiv_t;

div_t div(int a, int b) {
  div_t result = {a / b, a % b};
  return result;
}
ldiv_t ldiv(long a, long b) {
  ldiv_t result = {a / b, a % b};
  return result;
}
lldiv_t lldiv(long long a, long long b) {
  lldiv_t result = {a / b, a % b};
  return result;
}
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  imaxdiv_t result = {a / b, a % b};
  return result;
}

// The first bit that is set, from 1.
static int mp_first_bit(unsigned long long bits) {
  int place = 1;
  if (bits == 0)
    return 0;
  for (; !(bits & 1); bits >>= 1)
    place++;
  return place;
}
int ffs(int bits) { return mp_first_bit((unsigned)bits); }
int ffsl(long bits) { return mp_first_bit((unsigned long)bits); }
int ffsll(long long bits) { return mp_first_bit((unsigned long long)bits); }

// The order of bytes on a network.
uint32_t htonl(uint32_t x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
uint16_t htons(uint16_t x) { return (uint16_t)((x & 0xff) << 8 | x >> 8); }
uint32_t ntohl(uint32_t x) { return htonl(x); }
uint16_t ntohs(uint16_t x) { return htons(x); }

// Memory.
int bcmp(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size);
}
void bcopy(const void *source, void *target, size_t size) {
  memmove(target, source, size);
}
void bzero(void *target, size_t size) { memset(target, 0, size); }
void explicit_bzero(void *target, size_t size) { memset(target, 0, size); }

void *mempcpy(void *target, const void *source, size_t size) {
  memcpy(target, source, size);
  return (char *)target + size;
}

void *memccpy(void *target, const void *source, int c, size_t size) {
  char *out = target;
  const char *in = source;
  for (size_t i = 0; i < size; i++) {
    out[i] = in[i];
    if ((unsigned char)in[i] == (unsigned char)c)
      return out + i + 1;
  }
  return NULL;
}

void *memrchr(const void *memory, int c, size_t size) {
  const unsigned char *bytes = memory;
  while (size-- > 0)
    if (bytes[size] == (unsigned char)c)
      return (void *)(bytes + size);
  return NULL;
}

void *rawmemchr(const void *memory, int c) {
  const unsigned char *bytes = memory;
  while (*bytes != (unsigned char)c)
    bytes++;
  return (void *)bytes;
}

void *memmem(const void *memory, size_t size, const void *part,
             size_t part_size) {
  const char *at = memory, *end = at + size;
  if (part_size == 0)
    return (void *)memory;
  while ((size_t)(end - at) >= part_size) {
    size_t places = (size_t)(end - at) - part_size + 1;
    at = memchr(at, *(const unsigned char *)part, places);
    if (!at)
      return NULL;
    if (memcmp(at, part, part_size) == 0)
      return (void *)at;
    at++;
  }
  return NULL;
}

void swab(const void *source, void *target, ptrdiff_t size) {
  const char *in = source;
  char *out = target;
  for (ptrdiff_t i = (size & ~(ptrdiff_t)1) - 2; i >= 0; i -= 2) {
    char first = in[i], second = in[i + 1];
    out[i] = second;
    out[i + 1] = first;
  }
}

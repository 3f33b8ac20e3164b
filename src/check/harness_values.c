/* Values as text: numbers in decimal, characters as text, pointers by what they
 * point to and never as addresses, which differ from version to version. */
#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MP_MAX_FOUND = 256, MP_MAX_DEPTH = 6 };

/* Fresh blocks in the order in which the walk found them. A block that is
 * reached on several ways is walked on each, like the tree that it unfolds to:
 * which of the ways comes first says nothing about any of them. */
struct mp_found {
  struct mp_block *block;
  char *path;
  int type;
  int holder; /* the found block that points here, -1 none */
  int depth;
};
static struct mp_found mp_found[MP_MAX_FOUND];
static int mp_found_count;
static int mp_holder = -1; /* whose cells are being walked */

static int mp_is_character(int type) {
  return type >= 0 && mp_types[type].kind == MP_INT && mp_types[type].size == 1;
}

static uint64_t mp_read_unsigned(const unsigned char *bytes, uint64_t size) {
  uint64_t value = 0;
  memcpy(&value, bytes, size < 8 ? size : 8);
  return value;
}

static int64_t mp_sign_extend(uint64_t value, unsigned bits) {
  if (bits == 0 || bits >= 64)
    return (int64_t)value;
  uint64_t sign = (uint64_t)1 << (bits - 1);
  return (int64_t)(((value & ((sign << 1) - 1)) ^ sign) - sign);
}

static void mp_add_wide(struct mp_text *text, const unsigned char *bytes) {
  uint64_t half[2];
  memcpy(half, bytes, 16);
  mp_add(text, "0x%016llx%016llx", (unsigned long long)half[1],
         (unsigned long long)half[0]);
}

static void mp_add_integer(struct mp_text *text, const struct mp_type *type,
                           uint64_t value) {
  if (type->is_signed)
    mp_add(text, "%lld",
           (long long)mp_sign_extend(value, (unsigned)type->size * 8));
  else
    mp_add(text, "%llu", (unsigned long long)value);
}

static void mp_add_float(struct mp_text *text, const struct mp_type *type,
                         const unsigned char *bytes) {
  long double value = 0;
  float single;
  double twice;
  if (type->size == 4)
    memcpy(&single, bytes, 4), value = single;
  else if (type->size == 8)
    memcpy(&twice, bytes, 8), value = twice;
  else
    memcpy(&value, bytes, sizeof value);
  if (isnan(value))
    mp_add(text, "nan");
  else
    mp_add(text,
           type->size == 4   ? "%.9Lg"
           : type->size == 8 ? "%.17Lg"
                             : "%.21Lg",
           value);
}

static void mp_add_quoted(struct mp_text *text, const unsigned char *bytes,
                          uint64_t size) {
  mp_add_bytes(text, "\"", 1);
  for (uint64_t i = 0; i < size; i++) {
    unsigned char c = bytes[i];
    if (c == '"' || c == '\\')
      mp_add(text, "\\%c", c);
    else if (c == '\n')
      mp_add(text, "\\n");
    else if (c >= 32 && c < 127)
      mp_add(text, "%c", c);
    else
      mp_add(text, "\\x%02x", c);
  }
  mp_add_bytes(text, "\"", 1);
}

/* "p->next" from the label "*p->next" of a witness object. */
static const char *mp_plain(const char *path) {
  return path[0] == '*' ? path + 1 : path;
}

static void mp_add_offset(struct mp_text *text, uint64_t offset) {
  if (offset)
    mp_add(text, " + %llu byte%s", (unsigned long long)offset,
           offset == 1 ? "" : "s");
}

/* The way from the root passes through `block` already: a cycle. */
static const char *mp_path_above(const struct mp_block *block) {
  for (int i = mp_holder; i >= 0; i = mp_found[i].holder)
    if (mp_found[i].block == block)
      return mp_found[i].path;
  return 0;
}

static void mp_add_fresh(struct mp_text *text, struct mp_block *block,
                         uint64_t offset, int pointee, const char *path) {
  const char *above = mp_path_above(block);
  int depth = mp_holder < 0 ? 0 : mp_found[mp_holder].depth + 1;
  mp_add(text, above ? "back to the object of %s" : "new object", above);
  if (above || !path || mp_found_count == MP_MAX_FOUND || depth > MP_MAX_DEPTH)
    return;
  mp_found[mp_found_count++] = (struct mp_found){
      block, strdup(path), offset ? -1 : pointee, mp_holder, depth};
}

/* `path`: where the pointer was found; null: do not follow it. */
static void mp_add_block(struct mp_text *text, struct mp_block *block,
                         uint64_t offset, int pointee, const char *path) {
  if (!block->is_live) {
    mp_add(text, "dangling");
    return;
  }
  if (block->origin == MP_WITNESS)
    mp_add(text, "%s", mp_plain(block->path));
  else
    mp_add_fresh(text, block, offset, pointee, path);
  mp_add_offset(text, offset);
}

static void mp_add_constant(struct mp_text *text, const unsigned char *bytes,
                            const struct mp_segment *segment, int pointee) {
  if (!mp_is_character(pointee)) {
    mp_add(text, "constant data");
    return;
  }
  uint64_t room = segment->end - (uintptr_t)bytes;
  mp_add_quoted(text, bytes, strnlen((const char *)bytes, room));
}

static int mp_add_stream(struct mp_text *text, const void *value) {
  const char *name = value == stdout   ? "stdout"
                     : value == stderr ? "stderr"
                     : value == stdin  ? "stdin"
                                       : 0;
  if (name)
    mp_add(text, "%s", name);
  return name != 0;
}

/* What compilers add to tell names apart: "count.1". */
static size_t mp_length_without_number(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && strspn(dot + 1, "0123456789") == strlen(dot + 1)
             ? (size_t)(dot - name)
             : strlen(name);
}

static void mp_add_pointer(struct mp_text *text, const unsigned char *value,
                           int pointee, const char *path) {
  struct mp_block *block = mp_block_at(value);
  const struct mp_segment *segment = mp_segment_of(value);
  uint64_t offset = 0;
  const char *name = segment ? mp_name_at(value, &offset) : 0;
  if (!value)
    mp_add(text, "null");
  else if (block)
    mp_add_block(text, block, value - block->address, pointee, path);
  else if (name) {
    mp_add(text, "&%.*s", (int)mp_length_without_number(name), name);
    mp_add_offset(text, offset);
  } else if (segment)
    mp_add_constant(text, value, segment, pointee);
  else if ((uintptr_t)value + 4096 < 8192)
    mp_add(text, "(void *)%ld", (long)(intptr_t)value);
  else if (!mp_add_stream(text, value))
    mp_add(text, "unknown address");
}

static int mp_is_known_address(const void *address) {
  return mp_block_at(address) || mp_segment_of(address) ||
         ((uint64_t)(uintptr_t)address >> 40 != 0 &&
          (uint64_t)(uintptr_t)address >> 47 == 0);
}

/* Bytes without a known type: words that are addresses are shown as pointers.
 */
static void mp_add_raw(struct mp_text *text, const unsigned char *bytes,
                       uint64_t size) {
  for (uint64_t i = 0; i < size;) {
    void *word = 0;
    if (i % sizeof word == 0 && i + sizeof word <= size)
      memcpy(&word, bytes + i, sizeof word);
    if (word && mp_is_known_address(word)) {
      mp_add(text, "%s<", i ? " " : "");
      mp_add_pointer(text, word, -1, 0);
      mp_add(text, ">");
      i += sizeof word;
    } else {
      mp_add(text, "%s%02x", i ? " " : "", bytes[i]);
      i++;
    }
  }
}

static void mp_add_scalar(struct mp_text *text, int type,
                          const unsigned char *bytes, const char *path) {
  const struct mp_type *t = &mp_types[type];
  void *pointer;
  switch (t->kind) {
  case MP_BOOL:
  case MP_INT:
    if (t->size > 8)
      mp_add_wide(text, bytes);
    else
      mp_add_integer(text, t, mp_read_unsigned(bytes, t->size));
    break;
  case MP_FLOAT:
    mp_add_float(text, t, bytes);
    break;
  case MP_POINTER:
    memcpy(&pointer, bytes, sizeof pointer);
    mp_add_pointer(text, pointer, t->element, path);
    break;
  default:
    mp_add_raw(text, bytes, t->size);
  }
}

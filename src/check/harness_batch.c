/* Reads witnesses from a text of blank-separated words.
 *
 *   batch   := count witness*
 *   witness := seed n {failing}  n {bytes}            arguments
 *              n {label named type bytes}                      objects
 *              n {global bytes}                       by index in mp_globals
 *              n {function occurrence bytes           external results
 *                 n {parameter length unit bytes}}
 *   bytes   := size (hex | "-") n {offset object addend}
 *
 * Labels and names are percent-encoded. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mp_object {
  char *label;
  char *named; /* a function or global; "?": none */
  int type;
  struct mp_bytes contents;
};

struct mp_assignment {
  int global;
  struct mp_bytes contents;
};

struct mp_witness {
  uint64_t seed;
  size_t failing_count;
  uint32_t *failing;
  size_t argument_count;
  struct mp_bytes *arguments;
  size_t object_count;
  struct mp_object *objects;
  size_t global_count;
  struct mp_assignment *globals;
  size_t external_count;
  struct mp_scripted *externals;
};

static char *mp_cursor;

static char *mp_word(void) {
  mp_cursor += strspn(mp_cursor, " \n");
  char *word = mp_cursor;
  mp_cursor += strcspn(mp_cursor, " \n");
  if (*mp_cursor)
    *mp_cursor++ = 0;
  return word;
}

static uint64_t mp_number(void) { return strtoull(mp_word(), 0, 10); }
static int64_t mp_signed_number(void) { return strtoll(mp_word(), 0, 10); }

static int mp_hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static char *mp_name(void) {
  char *word = mp_word(), *name = calloc(1, strlen(word) + 1), *out = name;
  for (; *word; word++) {
    if (*word == '%') {
      *out++ = (char)(mp_hex_digit(word[1]) << 4 | mp_hex_digit(word[2]));
      word += 2;
    } else {
      *out++ = *word;
    }
  }
  return name;
}

static struct mp_bytes mp_read_bytes(void) {
  struct mp_bytes read = {.size = mp_number()};
  const char *hex = mp_word();
  read.bytes = calloc(1, read.size + 1);
  for (uint64_t i = 0; i < read.size && hex[0] != '-'; i++)
    read.bytes[i] = (unsigned char)(mp_hex_digit(hex[2 * i]) << 4 |
                                    mp_hex_digit(hex[2 * i + 1]));
  read.pointer_count = mp_number();
  read.pointers = calloc(read.pointer_count + 1, sizeof *read.pointers);
  for (size_t i = 0; i < read.pointer_count; i++) {
    read.pointers[i].offset = mp_number();
    read.pointers[i].object = (uint32_t)mp_number();
    read.pointers[i].addend = mp_signed_number();
  }
  return read;
}

static void mp_read_objects(struct mp_witness *w) {
  w->object_count = mp_number();
  w->objects = calloc(w->object_count + 1, sizeof *w->objects);
  for (size_t i = 0; i < w->object_count; i++) {
    w->objects[i].label = mp_name();
    w->objects[i].named = mp_name();
    w->objects[i].type = (int)mp_signed_number();
    w->objects[i].contents = mp_read_bytes();
  }
}

static void mp_read_globals(struct mp_witness *w) {
  w->global_count = mp_number();
  w->globals = calloc(w->global_count + 1, sizeof *w->globals);
  for (size_t i = 0; i < w->global_count; i++) {
    w->globals[i].global = (int)mp_number();
    w->globals[i].contents = mp_read_bytes();
  }
}

static void mp_read_writes(struct mp_scripted *scripted) {
  scripted->write_count = mp_number();
  scripted->writes =
      calloc(scripted->write_count + 1, sizeof *scripted->writes);
  for (size_t i = 0; i < scripted->write_count; i++) {
    scripted->writes[i].parameter = (int)mp_number();
    scripted->writes[i].length = (int)mp_signed_number();
    scripted->writes[i].unit = mp_number();
    scripted->writes[i].bytes = mp_read_bytes();
  }
}

static void mp_read_externals(struct mp_witness *w) {
  w->external_count = mp_number();
  w->externals = calloc(w->external_count + 1, sizeof *w->externals);
  for (size_t i = 0; i < w->external_count; i++) {
    w->externals[i].function = mp_name();
    w->externals[i].occurrence = (uint32_t)mp_number();
    w->externals[i].result = mp_read_bytes();
    mp_read_writes(&w->externals[i]);
  }
}

static struct mp_witness mp_read_witness(void) {
  struct mp_witness w = {.seed = mp_number()};
  w.failing_count = mp_number();
  w.failing = calloc(w.failing_count + 1, sizeof *w.failing);
  for (size_t i = 0; i < w.failing_count; i++)
    w.failing[i] = (uint32_t)mp_number();
  w.argument_count = mp_number();
  w.arguments = calloc(w.argument_count + 1, sizeof *w.arguments);
  for (size_t i = 0; i < w.argument_count; i++)
    w.arguments[i] = mp_read_bytes();
  mp_read_objects(&w);
  mp_read_globals(&w);
  mp_read_externals(&w);
  return w;
}

static char *mp_read_file(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  size_t length = 0, room = 1 << 16;
  char *text = malloc(room + 1);
  for (size_t got; (got = fread(text + length, 1, room - length, file)) > 0;) {
    length += got;
    if (length == room)
      text = realloc(text, (room *= 2) + 1);
  }
  fclose(file);
  text[length] = 0;
  return text;
}

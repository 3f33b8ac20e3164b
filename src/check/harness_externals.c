/* What external functions do: note the call, give the scripted result. */
#include "harness.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MP_SHOWN_CONTENTS = 256, MP_RESULT_OBJECT = 64 };

struct mp_bytes {
  uint64_t size;
  unsigned char *bytes;
  size_t pointer_count;
  struct mp_pointer {
    uint64_t offset;
    uint32_t object;
    int64_t addend;
  } *pointers;
};

struct mp_scripted {
  char *function;
  uint32_t occurrence;
  struct mp_bytes result;
  size_t write_count;
  struct mp_write {
    int parameter, length; /* -1: all of it */
    uint64_t unit;
    struct mp_bytes bytes;
  } *writes;
};

static int mp_report_file; /* where the sanitizers write */
static uint64_t mp_external_seed;
static struct mp_scripted *mp_script;
static size_t mp_script_length;

static uint64_t mp_mix(uint64_t h, uint64_t value) {
  h = (h ^ value) + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

/* verdict::default_external_result */
static uint64_t mp_default_result(uint64_t seed, const char *function,
                                  uint32_t occurrence) {
  if (seed == 0)
    return 0;
  uint64_t h = 0xcbf29ce484222325u;
  for (const char *c = function; *c; c++)
    h = (h ^ (unsigned char)*c) * 0x100000001b3u;
  h = mp_mix(mp_mix(h, seed), occurrence);
  return h % 3 == 0 ? (h >> 8) % 4 : h % 3 == 1 ? (h >> 8) % 256 : h;
}

static void mp_fill(unsigned char *target, uint64_t room,
                    const struct mp_bytes *from) {
  memcpy(target, from->bytes, from->size < room ? from->size : room);
  for (size_t i = 0; i < from->pointer_count; i++) {
    const struct mp_pointer *p = &from->pointers[i];
    if (p->offset + sizeof(void *) > room || mp_objects + p->object >= mp_block_count)
      continue;
    const struct mp_block *block = &mp_blocks[mp_objects + p->object];
    void *address =
        (block->named ? (unsigned char *)block->named : block->address) +
        p->addend;
    memcpy(target + p->offset, &address, sizeof address);
  }
}

static void *mp_result_object(const struct mp_external *external,
                              uint32_t occurrence, int pointee) {
  char name[256];
  snprintf(name, sizeof name, "result of %s #%u", external->name, occurrence);
  struct mp_block *block = mp_new_block(MP_RESULT_OBJECT, MP_WITNESS);
  block->path = strdup(name);
  block->type = pointee >= 0 && mp_types[pointee].size == 1 ? pointee : -1;
  return block->address;
}

static void mp_give_result(const struct mp_external *external,
                           uint32_t occurrence, void *result) {
  const struct mp_type *type = &mp_types[external->result_type];
  memset(result, 0, type->size);
  for (size_t i = 0; i < mp_script_length; i++)
    if (mp_script[i].occurrence == occurrence &&
        !strcmp(mp_script[i].function, external->name)) {
      mp_fill(result, type->size, &mp_script[i].result);
      return;
    }
  uint64_t value =
      mp_default_result(mp_external_seed, external->name, occurrence);
  if (type->kind == MP_POINTER)
    value = value == 0 ? 0
                       : (uintptr_t)mp_result_object(external, occurrence,
                                                     type->element);
  if (type->kind == MP_BOOL)
    value &= 1;
  if (type->kind != MP_STRUCT && type->kind != MP_UNION)
    memcpy(result, &value, type->size < 8 ? type->size : 8);
}

/* How many bytes at `address` may be looked at. */
static uint64_t mp_readable(const unsigned char *address) {
  struct mp_block *block = mp_block_at(address);
  const struct mp_segment *segment = mp_segment_of(address);
  uint64_t room = 0;
  if (block)
    room = block->is_live ? block->address + block->size - address : 0;
  else if (segment || mp_is_known_address(address))
    room = segment ? segment->end - (uintptr_t)address : MP_SHOWN_CONTENTS;
  if (room > MP_SHOWN_CONTENTS)
    room = MP_SHOWN_CONTENTS;
  void *bad = room ? __asan_region_is_poisoned((void *)address, room) : 0;
  return bad ? (uint64_t)((unsigned char *)bad - address) : room;
}

static int mp_is_on_stack(const void *address) {
  void *first, *end;
  char here;
  uintptr_t a = (uintptr_t)address;
  return (a > (uintptr_t)&here && a < (uintptr_t)&here + (8 << 20)) ||
         __asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(),
                                      (void *)address, &first, &end);
}

static void mp_add_contents(struct mp_text *text, int type,
                            const unsigned char *bytes, uint64_t room) {
  const struct mp_type *t = type < 0 ? 0 : &mp_types[type];
  if (mp_is_character(type)) {
    mp_add_quoted(text, bytes, strnlen((const char *)bytes, room));
    return;
  }
  if (!t || t->size == 0 || t->size > room)
    return;
  if (t->kind == MP_STRUCT) {
    mp_add(text, "{");
    for (int i = 0; i < t->field_count; i++) {
      const struct mp_field *field = &mp_fields[t->first_field + i];
      mp_add(text, i ? ", " : "");
      if (field->bit_width)
        mp_add(text, "..");
      else
        mp_add_scalar(text, field->type, bytes + field->offset, 0);
    }
    mp_add(text, "}");
  } else {
    mp_add_scalar(text, type, bytes, 0);
  }
}

static int64_t mp_integer(const struct mp_value *value) {
  int64_t number = 0;
  uint64_t size = value->type < 0 ? 0 : mp_types[value->type].size;
  if (size == 0 || size > 8)
    return 0;
  uint64_t unused = 64 - 8 * size;
  memcpy(&number, value->bytes, size);
  return (int64_t)((uint64_t)number << unused) >> unused;
}

/* How many bytes are meant, by the numbers behind the pointer: write(file,
 * bytes, size), fwrite(items, size, count, stream). */
static uint64_t mp_size_behind(const struct mp_value *arguments, int count,
                               int at) {
  uint64_t size = 1;
  for (int i = at + 1; i < count && arguments[i].type >= 0 &&
                       mp_types[arguments[i].type].kind != MP_POINTER;
       i++)
    size *= (uint64_t)mp_integer(&arguments[i]);
  return size;
}

/* Of a function that only reads what it is given: the text or the bytes that it
 * reads, wherever they are. 0: they are none that can be shown. */
static int mp_add_what_is_read(struct mp_text *text,
                               const struct mp_value *arguments, int count,
                               int at) {
  const unsigned char *address;
  int pointee = mp_types[arguments[at].type].element;
  memcpy(&address, arguments[at].bytes, sizeof address);
  uint64_t room = address ? mp_readable(address) : 0;
  uint64_t size = pointee < 0 ? mp_size_behind(arguments, count, at) : 1;
  if ((room == 0 && size > 0) || !(pointee < 0 || mp_is_character(pointee)))
    return 0;
  if (pointee >= 0)
    size = strnlen((const char *)address, room);
  mp_add_quoted(text, address, size < room ? size : room);
  return 1;
}

/* Static variables of functions have a dot in their names: f.count, f.count.1.
 */
static int mp_is_local(const void *address, const struct mp_segment *segment) {
  uint64_t offset;
  const char *name =
      segment && segment->is_writable ? mp_name_at(address, &offset) : 0;
  return name ? memchr(name, '.', mp_length_without_number(name)) != 0
              : !mp_block_at(address) && !segment && mp_is_on_stack(address);
}

/* A pointer argument: what it is, and what it points to at this moment. */
static void mp_add_argument(struct mp_text *text,
                            const struct mp_value *value) {
  if (value->type < 0) {
    mp_add(text, "variable arguments");
    return;
  }
  const struct mp_type *type = &mp_types[value->type];
  if (type->kind != MP_POINTER) {
    mp_add_scalar(text, value->type, value->bytes, 0);
    return;
  }
  unsigned char *address;
  memcpy(&address, value->bytes, sizeof address);
  const struct mp_segment *segment = mp_segment_of(address);
  int is_local = mp_is_local(address, segment);
  int is_literal = segment && !segment->is_writable;
  if (is_local)
    mp_add(text, "&local");
  else
    mp_add_pointer(text, address, type->element, 0);
  if (is_literal || !(is_local || segment || mp_block_at(address)))
    return;
  uint64_t room = mp_readable(address);
  int pointee = type->element;
  if (room == 0 || pointee < 0 || mp_types[pointee].size == 0)
    return;
  mp_add(text, " ");
  mp_add_contents(text, pointee, address, room);
}

/* verdict::WitnessWrite */
static void mp_write_argument(const struct mp_write *write,
                              const struct mp_value *arguments, int count) {
  unsigned char *target;
  if (write->parameter >= count || write->length >= count)
    return;
  memcpy(&target, arguments[write->parameter].bytes, sizeof target);
  uint64_t size = write->bytes.size;
  if (write->length >= 0) {
    int64_t elements = mp_integer(&arguments[write->length]);
    if (elements < 0)
      elements = 0;
    if ((uint64_t)elements < size / write->unit)
      size = (uint64_t)elements * write->unit;
  }
  if (!target || size == 0)
    return;
  if (__asan_region_is_poisoned(target, size))
    mp_missing("room for what an external function writes");
  mp_fill(target, size, &write->bytes);
}

static void mp_write_arguments(const struct mp_external *external,
                               uint32_t occurrence,
                               const struct mp_value *arguments, int count) {
  for (size_t i = 0; i < mp_script_length; i++)
    if (mp_script[i].occurrence == occurrence &&
        !strcmp(mp_script[i].function, external->name))
      for (size_t k = 0; k < mp_script[i].write_count; k++)
        mp_write_argument(&mp_script[i].writes[k], arguments, count);
}

static void mp_begin_event(struct mp_text *text,
                           const struct mp_external *external,
                           const struct mp_value *arguments, int count) {
  mp_add(text, "%s(", external->name);
  for (int i = 0; i < count; i++) {
    mp_add(text, i ? ", " : "");
    int is_pointer = arguments[i].type >= 0 &&
                     mp_types[arguments[i].type].kind == MP_POINTER;
    if (!is_pointer || !external->only_reads ||
        !mp_add_what_is_read(text, arguments, count, i))
      mp_add_argument(text, &arguments[i]);
  }
}

static void mp_end_event(struct mp_text *text, struct mp_external *external,
                         const struct mp_value *arguments, int count,
                         void *result) {
  mp_add(text, ")");
  mp_note_event(text);
  uint32_t occurrence = external->occurrence++;
  if (external->is_noreturn) {
    mp_observe_trace();
    mp_record->phase = MP_STOPPED;
    _exit(0);
  }
  mp_write_arguments(external, occurrence, arguments, count);
  if (external->result_type >= 0)
    mp_give_result(external, occurrence, result);
}

void mp_external_call(struct mp_external *external,
                      const struct mp_value *arguments, int count,
                      void *result) {
  struct mp_text text = mp_new_text();
  mp_begin_event(&text, external, arguments, count);
  mp_end_event(&text, external, arguments, count, result);
}

/* What printf would write is the event, so that "%d" and "%i" are the same. A
 * format that prints or stores through addresses is shown as it is. */
void mp_external_call_v(struct mp_external *external,
                        const struct mp_value *arguments, int count,
                        void *result, va_list more) {
  struct mp_text text = mp_new_text();
  const char *format = 0;
  if (external->format >= 0)
    memcpy(&format, arguments[external->format].bytes, sizeof format);
  if (!format || strstr(format, "%p") || strstr(format, "%n")) {
    mp_begin_event(&text, external, arguments, count);
  } else {
    static char printed[4096];
    int length = vsnprintf(printed, sizeof printed, format, more);
    if (length >= (int)sizeof printed)
      length = sizeof printed - 1;
    mp_begin_event(&text, external, arguments, external->format);
    mp_add(&text, external->format > 0 ? ", " : "");
    mp_add_quoted(&text, (unsigned char *)printed, length < 0 ? 0 : length);
  }
  mp_end_event(&text, external, arguments, count, result);
}

void mp_missing(const char *name) {
  mp_record->phase = MP_MISSING;
  dprintf(mp_report_file, "%s", name);
  _exit(1);
}

/* The unit's exit, _exit, … */
void mp_exit(int code) {
  mp_observe_trace();
  mp_record->exit_code = code;
  mp_record->phase = MP_EXITED;
  _exit(0);
}

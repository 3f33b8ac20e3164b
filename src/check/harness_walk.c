/* The memory that can be seen when the unit is back, cell by cell, under the
 * names that a person would use: "*p", "p->next", "global table[3].size". */
#include "harness.h"

#include <stdio.h>
#include <string.h>

enum {
  MP_MAX_ELEMENTS = 64, /* verdict::always_named */
  MP_MAX_NUMBERS = 65536
};

/* A place with a name. `is_pointed`: the name is that of a pointer to it. */
struct mp_place {
  char path[480];
  int is_pointed;
};

static struct mp_place mp_place_of(const char *path, int is_pointed) {
  struct mp_place place = {.is_pointed = is_pointed};
  snprintf(place.path, sizeof place.path, "%s", path);
  return place;
}

static struct mp_place mp_member(const struct mp_place *of, const char *name) {
  struct mp_place place = *of;
  if (!name[0])
    return place;
  size_t length = strlen(place.path);
  snprintf(place.path + length, sizeof place.path - length, "%s%s",
           of->is_pointed ? "->" : ".", name);
  place.is_pointed = 0;
  return place;
}

static struct mp_place mp_element(const struct mp_place *of, uint64_t index) {
  struct mp_place place = *of;
  size_t length = strlen(place.path);
  snprintf(place.path + length, sizeof place.path - length, "[%llu]",
           (unsigned long long)index);
  place.is_pointed = 0;
  return place;
}

/* A block that a new object replaced keeps its name; the new one says so. */
static int mp_is_old_name(const struct mp_place *place) {
  for (size_t i = 0; i < mp_block_count; i++)
    if (mp_blocks[i].origin == MP_WITNESS && mp_blocks[i].path &&
        mp_blocks[i].path[0] == '*' &&
        !strcmp(mp_blocks[i].path + 1, place->path))
      return 1;
  return 0;
}

static void mp_observe_at(const struct mp_place *place, struct mp_text *text) {
  char name[512];
  snprintf(name, sizeof name, "%s%s", place->is_pointed ? "*" : "",
           place->path);
  mp_observe(name, text);
}

static void mp_walk(const struct mp_place *place, int type,
                    const unsigned char *bytes);

static void mp_walk_bit_field(const struct mp_place *place,
                              const struct mp_field *field,
                              const unsigned char *bytes) {
  const struct mp_type *type = &mp_types[field->type];
  struct mp_text text = mp_new_text();
  uint64_t unit = mp_read_unsigned(bytes, type->size);
  uint64_t value = unit >> field->bit_offset;
  if (field->bit_width < 64)
    value &= ((uint64_t)1 << field->bit_width) - 1;
  if (type->is_signed)
    mp_add(&text, "%lld", (long long)mp_sign_extend(value, field->bit_width));
  else
    mp_add(&text, "%llu", (unsigned long long)value);
  mp_observe_at(place, &text);
}

static void mp_walk_struct(const struct mp_place *place,
                           const struct mp_type *type,
                           const unsigned char *bytes) {
  for (int i = 0; i < type->field_count; i++) {
    const struct mp_field *field = &mp_fields[type->first_field + i];
    struct mp_place inner = mp_member(place, field->name);
    if (field->bit_width)
      mp_walk_bit_field(&inner, field, bytes + field->offset);
    else
      mp_walk(&inner, field->type, bytes + field->offset);
  }
}

static void mp_walk_elements(const struct mp_place *place, int type,
                             const unsigned char *bytes, uint64_t count) {
  uint64_t size = mp_types[type].size;
  for (uint64_t i = 0; i < count && i < MP_MAX_ELEMENTS; i++) {
    struct mp_place element = mp_element(place, i);
    mp_walk(&element, type, bytes + i * size);
  }
}

static int mp_is_zero(const unsigned char *bytes, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    if (bytes[i])
      return 0;
  return 1;
}

/* Every element is an observable of its own: two parents may write different
   ones. Far elements are named only when they are not zero, so that a version
   that does not name one has a zero there. */
static void mp_walk_array(const struct mp_place *place, int element,
                          const unsigned char *bytes, uint64_t count) {
  int kind = mp_types[element].kind;
  uint64_t size = mp_types[element].size;
  if (kind != MP_INT && kind != MP_BOOL && kind != MP_FLOAT) {
    mp_walk_elements(place, element, bytes, count);
    return;
  }
  for (uint64_t i = 0; i < count && i < MP_MAX_NUMBERS; i++) {
    struct mp_place one = mp_element(place, i);
    if (i < MP_MAX_ELEMENTS || !mp_is_zero(bytes + i * size, size))
      mp_walk(&one, element, bytes + i * size);
  }
}

static void mp_walk_leaf(const struct mp_place *place, int type,
                         const unsigned char *bytes) {
  struct mp_text text = mp_new_text();
  mp_add_scalar(&text, type, bytes, place->is_pointed ? 0 : place->path);
  mp_observe_at(place, &text);
}

static void mp_walk(const struct mp_place *place, int type,
                    const unsigned char *bytes) {
  const struct mp_type *t = &mp_types[type];
  switch (t->kind) {
  case MP_VOID:
  case MP_FUNCTION:
  case MP_INCOMPLETE:
    return;
  case MP_STRUCT:
    if (t->field_count)
      mp_walk_struct(place, t, bytes);
    return;
  case MP_ARRAY:
    mp_walk_array(place, t->element, bytes, t->count);
    return;
  default:
    mp_walk_leaf(place, type, bytes);
  }
}

/* Memory of unknown type, byte by byte; words that are addresses as pointers,
 * because addresses differ from version to version. */
static void mp_walk_raw(const struct mp_place *place,
                        const unsigned char *bytes, uint64_t size) {
  for (uint64_t i = 0; i < size && i < MP_MAX_NUMBERS; i++) {
    struct mp_place one = mp_element(place, i);
    struct mp_text text = mp_new_text();
    void *word = 0;
    if (i % sizeof word == 0 && i + sizeof word <= size)
      memcpy(&word, bytes + i, sizeof word);
    if (word && mp_is_known_address(word)) {
      mp_add_pointer(&text, word, -1, 0);
      i += sizeof word - 1;
    } else if (i < MP_MAX_ELEMENTS || bytes[i]) {
      mp_add(&text, "%u", (unsigned)bytes[i]);
    } else {
      continue;
    }
    mp_observe_at(&one, &text);
  }
}

/* A pointer cell of its own keeps its path, so that what it points to is found.
 */
static void mp_walk_one(const struct mp_place *place, int type,
                        const unsigned char *bytes) {
  if (mp_types[type].kind == MP_POINTER) {
    struct mp_place direct = *place;
    if (place->is_pointed)
      snprintf(direct.path, sizeof direct.path, "*%.470s", place->path);
    direct.is_pointed = 0;
    mp_walk(&direct, type, bytes);
    return;
  }
  mp_walk(place, type, bytes);
}

static void mp_walk_sized(const struct mp_place *place, int type,
                          const unsigned char *bytes, uint64_t size) {
  uint64_t each = type < 0 ? 0 : mp_types[type].size;
  uint64_t count = each ? size / each : 0;
  if (count == 0)
    mp_walk_raw(place, bytes, size);
  else if (count == 1)
    mp_walk_one(place, type, bytes);
  else
    mp_walk_array(place, type, bytes, count);
}

static void mp_walk_witness(const struct mp_block *block) {
  if (block->named)
    return;
  const char *path = block->path;
  struct mp_place place = mp_place_of(mp_plain(path), path[0] == '*');
  char name[512];
  snprintf(name, sizeof name, "lifetime of %.480s", path);
  struct mp_text text = mp_new_text();
  mp_add(&text, block->is_live ? "alive" : "freed");
  mp_observe(name, &text);
  if (block->is_live)
    mp_walk_sized(&place, block->type, block->address, block->size);
}

static void mp_walk_found(const struct mp_found *found) {
  struct mp_place place = mp_place_of(found->path, 1);
  if (mp_is_old_name(&place))
    snprintf(place.path, sizeof place.path, "new %.470s", found->path);
  mp_walk_sized(&place, found->type, found->block->address, found->block->size);
}

static void mp_walk_global(const struct mp_global *global) {
  const unsigned char *bytes =
      global->address ? global->address : global->initial;
  struct mp_place place = mp_place_of(global->label, 0);
  if (!bytes || !global->is_observed)
    return;
  mp_walk(&place, global->type, bytes);
}

static void mp_walk_result(const void *result) {
  struct mp_place place = mp_place_of("return value", 0);
  if (mp_result_type >= 0)
    mp_walk(&place, mp_result_type, result);
}

static void mp_walk_everything(const void *result) {
  size_t given = mp_block_count;
  mp_walk_result(result);
  for (size_t i = 0; i < given; i++)
    if (mp_blocks[i].origin == MP_WITNESS)
      mp_walk_witness(&mp_blocks[i]);
  for (int i = 0; i < mp_global_count; i++)
    mp_walk_global(&mp_globals[i]);
  for (int i = 0; i < mp_found_count; i++) {
    mp_holder = i;
    mp_walk_found(&mp_found[i]);
  }
}

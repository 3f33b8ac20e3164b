/* Memory that the unit can reach: objects of the witness, blocks that it
 * allocates, results of external calls. Exact sizes, so that the address
 * sanitizer sees the first byte past the end; zero-filled, so that memory
 * nobody wrote is the same in every version. */
#include "harness.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum mp_origin { MP_WITNESS, MP_FRESH };

struct mp_block {
  unsigned char *address;
  uint64_t size;
  enum mp_origin origin;
  int is_live;
  int type;         /* of its contents, -1 unknown; witness objects only */
  const char *path; /* as a person names it: "*p->next"; witness objects only */
  void *named;      /* that it stands for, or null; witness objects only */
};

static struct mp_block *mp_blocks;
static size_t mp_block_count, mp_block_room;
static size_t mp_objects; /* the first one of the witness */

static uint32_t mp_allocations;
static const uint32_t *mp_failing;
static size_t mp_failing_count;

/* The latest block at an address counts: an allocator may reuse it. */
static struct mp_block *mp_block_at(const void *address) {
  const unsigned char *p = address;
  for (size_t i = mp_block_count; i-- > 0;) {
    struct mp_block *b = &mp_blocks[i];
    if (p >= b->address && p < b->address + (b->size ? b->size : 1))
      return b;
  }
  for (size_t i = mp_block_count; i-- > 0;)
    if (p == mp_blocks[i].address + mp_blocks[i].size)
      return &mp_blocks[i];
  return 0;
}

static struct mp_block *mp_track(void *address, uint64_t size,
                                 enum mp_origin origin) {
  if (mp_block_count == mp_block_room) {
    mp_block_room = mp_block_room ? 2 * mp_block_room : 64;
    mp_blocks = realloc(mp_blocks, mp_block_room * sizeof *mp_blocks);
    if (!mp_blocks)
      abort();
  }
  struct mp_block *block = &mp_blocks[mp_block_count++];
  *block = (struct mp_block){address, size, origin, 1, -1, 0, 0};
  return block;
}

static struct mp_block *mp_new_block(uint64_t size, enum mp_origin origin) {
  void *address = calloc(1, size);
  return address ? mp_track(address, size, origin) : 0;
}

static void mp_note_allocation(uint64_t size);
static void mp_note_failure(void);

static int mp_allocation_fails(uint64_t size) {
  uint32_t number = mp_allocations++;
  mp_note_allocation(size);
  for (size_t i = 0; i < mp_failing_count; i++)
    if (mp_failing[i] == number) {
      errno = ENOMEM;
      mp_note_failure();
      return 1;
    }
  return 0;
}

/* The functions below stand in for the unit's malloc, calloc, … */
void *mp_malloc(size_t size) {
  if (mp_allocation_fails(size))
    return 0;
  struct mp_block *block = mp_new_block(size, MP_FRESH);
  return block ? block->address : 0;
}

void *mp_calloc(size_t count, size_t size) {
  if (mp_allocation_fails(count * size))
    return 0;
  void *address = calloc(count, size);
  if (address)
    mp_track(address, count * size, MP_FRESH);
  return address;
}

void mp_free(void *address) {
  struct mp_block *block = address ? mp_block_at(address) : 0;
  if (block && block->address == address)
    block->is_live = 0;
  free(address);
}

void *mp_realloc(void *old, size_t size) {
  if (mp_allocation_fails(size))
    return 0;
  struct mp_block *block = old ? mp_block_at(old) : 0;
  if (old && (!block || block->address != old || !block->is_live))
    return realloc(old, size); /* reported by the sanitizer */
  uint64_t kept = block ? block->size : 0;
  struct mp_block *fresh = mp_new_block(size, MP_FRESH);
  if (!fresh)
    return 0;
  if (old)
    memcpy(fresh->address, old, kept < size ? kept : size);
  void *address = fresh->address;
  mp_free(old);
  return address;
}

char *mp_strndup(const char *text, size_t limit) {
  size_t length = strnlen(text, limit);
  struct mp_block *block = mp_new_block(length + 1, MP_FRESH);
  if (!block)
    return 0;
  memcpy(block->address, text, length);
  return (char *)block->address;
}

char *mp_strdup(const char *text) { return mp_strndup(text, strlen(text)); }

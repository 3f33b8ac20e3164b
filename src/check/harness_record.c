/* What one run has done so far, in memory shared with the parent, so that it
 * outlives whatever happens to the child. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum mp_phase {
  MP_SETUP,
  MP_CALL,
  MP_EXITED,  /* the unit called exit */
  MP_STOPPED, /* an external function that does not return was called */
  MP_MISSING, /* mp_missing was called */
  MP_WALK,
  MP_DONE
};

enum { MP_VALUES_ROOM = 4 << 20, MP_TRACE_ROOM = 1 << 16, MP_SHOWN = 1500 };

struct mp_record {
  enum mp_phase phase;
  int exit_code;
  size_t value_count, values_length;
  int is_full;
  size_t trace_length, trace_shown;
  uint64_t trace_hash;
  uint64_t asked_hash; /* of the sizes of the allocations so far */
  int has_failed;      /* one of them */
  char trace[MP_TRACE_ROOM];
  char values[MP_VALUES_ROOM]; /* netstrings: name, value, name, value, … */
};

/* Constructors of the program run before there is a run to record. */
static struct mp_record mp_before_main;
static struct mp_record *mp_record = &mp_before_main;

static void mp_note_allocation(uint64_t size) {
  struct mp_record *r = mp_record;
  r->asked_hash = (r->asked_hash ^ (size + 1)) * 0x9e3779b97f4a7c15u;
  r->asked_hash ^= r->asked_hash >> 29;
}

static void mp_note_failure(void) { mp_record->has_failed = 1; }

/* A text that grows; what does not fit is kept as a hash. */
struct mp_text {
  char shown[8192];
  size_t kept, length;
  uint64_t hash;
};

static struct mp_text mp_new_text(void) {
  struct mp_text text;
  text.kept = text.length = 0;
  text.hash = 0xcbf29ce484222325u;
  return text;
}

static void mp_add_bytes(struct mp_text *text, const char *bytes,
                         size_t count) {
  for (size_t i = 0; i < count; i++)
    text->hash = (text->hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
  size_t room = sizeof text->shown - text->kept;
  size_t kept = count < room ? count : room;
  memcpy(text->shown + text->kept, bytes, kept);
  text->kept += kept;
  text->length += count;
}

static void mp_add(struct mp_text *text, const char *format, ...) {
  char piece[1024];
  va_list list;
  va_start(list, format);
  int length = vsnprintf(piece, sizeof piece, format, list);
  va_end(list);
  if (length > 0)
    mp_add_bytes(text, piece,
                 (size_t)length < sizeof piece ? (size_t)length
                                               : sizeof piece - 1);
}

/* Cuts a long text and ends it with its hash. */
static void mp_finish(struct mp_text *text) {
  if (text->length <= MP_SHOWN)
    return;
  size_t length = text->length;
  uint64_t hash = text->hash;
  text->kept = 200;
  mp_add(text, "... (%zu characters, hash %016llx)", length,
         (unsigned long long)hash);
}

static void mp_record_piece(const char *bytes, size_t length) {
  struct mp_record *r = mp_record;
  char head[32];
  int digits = snprintf(head, sizeof head, "%zu:", length);
  if (r->values_length + digits + length + 1 > MP_VALUES_ROOM) {
    r->is_full = 1;
    return;
  }
  memcpy(r->values + r->values_length, head, digits);
  memcpy(r->values + r->values_length + digits, bytes, length);
  r->values_length += digits + length;
  r->values[r->values_length++] = ',';
}

static void mp_observe(const char *name, struct mp_text *value) {
  mp_finish(value);
  mp_record_piece(name, strlen(name));
  mp_record_piece(value->shown, value->kept);
  mp_record->value_count++;
}

/* One external call; written at once, a trap may follow. */
static void mp_note_event(const struct mp_text *event) {
  struct mp_record *r = mp_record;
  for (size_t i = 0; i < event->kept; i++)
    r->trace_hash =
        (r->trace_hash ^ (unsigned char)event->shown[i]) * 0x100000001b3u;
  r->trace_hash ^= event->hash;
  size_t separator = r->trace_length ? 2 : 0;
  r->trace_length += separator + event->kept;
  if (r->trace_length != r->trace_shown + separator + event->kept ||
      r->trace_length > MP_TRACE_ROOM)
    return;
  memcpy(r->trace + r->trace_shown, "; ", separator);
  memcpy(r->trace + r->trace_shown + separator, event->shown, event->kept);
  r->trace_shown = r->trace_length;
}

static void mp_observe_trace(void) {
  struct mp_record *r = mp_record;
  if (r->trace_length == 0)
    return;
  struct mp_text text = mp_new_text();
  size_t shown = r->trace_shown < MP_SHOWN ? r->trace_shown : 200;
  mp_add_bytes(&text, r->trace, shown);
  if (shown < r->trace_length)
    mp_add(&text, "... (hash %016llx)", (unsigned long long)r->trace_hash);
  mp_observe("external calls", &text);
}

static void mp_open_record(void) {
  mp_record = mmap(0, sizeof *mp_record, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (mp_record == MAP_FAILED)
    abort();
}

static void mp_clear_record(void) {
  memset(mp_record, 0, offsetof(struct mp_record, trace));
}

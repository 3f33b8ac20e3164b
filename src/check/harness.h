/* The native harness: one program per version of a unit, made of the version's
 * own objects, a generated driver and this runtime (harness_*.c).
 *
 *   version's objects --calls--> stubs in the driver, mp_malloc... here
 *   main() here       --calls--> mp_call() in the driver --calls--> the unit
 *
 * The driver describes types, globals and the unit's signature in tables; the
 * runtime reads witnesses, runs each in a forked child and prints what the unit
 * did. The files are concatenated into one translation unit: static names are
 * unique over all of them. */
#ifndef MERGEPROOF_HARNESS_H
#define MERGEPROOF_HARNESS_H

#define _GNU_SOURCE

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* In the order of ir::TypeKind. */
enum mp_kind {
  MP_VOID,
  MP_BOOL,
  MP_INT,
  MP_FLOAT,
  MP_POINTER,
  MP_ARRAY,
  MP_STRUCT,
  MP_UNION,
  MP_FUNCTION,
  MP_INCOMPLETE
};

struct mp_type {
  unsigned char kind;
  unsigned char is_signed;
  uint64_t size;
  int element; /* pointer, array; -1 none */
  uint64_t count;
  int first_field; /* in mp_fields */
  int field_count;
};

struct mp_field {
  const char *name; /* "" anonymous */
  int type;
  uint64_t offset;
  unsigned bit_offset;
  unsigned bit_width; /* 0: not a bit-field */
};

struct mp_global {
  const char *label;  /* its observable, "global count" */
  const char *symbol; /* to look up when address is null */
  void *address;
  int type;
  uint64_t size;
  int is_observed;
  const unsigned char *initial; /* shown when the version never emitted it */
};

/* A value of a type of the table: an argument of an external call. -1: a list
 * of variable arguments. */
struct mp_value {
  int type;
  const void *bytes;
};

/* One external function. */
struct mp_external {
  const char *name;
  int result_type; /* -1: void */
  int is_noreturn;
  int format;     /* index of the printf format among its parameters, or -1 */
  int only_reads; /* what its arguments lead to, and keeps no pointer */
  uint32_t occurrence;
};

/* Given by the driver. */
extern const struct mp_type mp_types[];
extern const struct mp_field mp_fields[];
extern struct mp_global mp_globals[];
extern const int mp_global_count;
extern const int mp_parameter_count;
extern const int mp_result_type; /* -1: void */
void mp_call(void *const *arguments, void *result);

/* Used by the stubs: notes the event and fills `result`. */
void mp_external_call(struct mp_external *external,
                      const struct mp_value *arguments, int count,
                      void *result);
void mp_external_call_v(struct mp_external *external,
                        const struct mp_value *arguments, int count,
                        void *result, va_list more);

/* A function of the program whose source the replay was not given: what it does
 * is not known, so the run says nothing. */
void mp_missing(const char *name);

#endif

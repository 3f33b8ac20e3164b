/* Names of functions and globals by address and back, static ones included,
 * from the symbol table of this very program. */
#include "harness.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct mp_segment {
  uintptr_t first, end;
  int is_writable;
};

static const ElfW(Sym) * mp_symbols;
static size_t mp_symbol_count;
static const char *mp_symbol_names;
static uintptr_t mp_image_base;
static struct mp_segment mp_segments[16];
static size_t mp_segment_count;

static int mp_note_segments(struct dl_phdr_info *info, size_t size,
                            void *seen) {
  (void)size, (void)seen;
  mp_image_base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum && mp_segment_count < 16; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD)
      continue;
    uintptr_t first = mp_image_base + header->p_vaddr;
    mp_segments[mp_segment_count++] = (struct mp_segment){
        first, first + header->p_memsz, (header->p_flags & PF_W) != 0};
  }
  return 1; /* the program itself comes first */
}

static void mp_read_symbols(const unsigned char *file) {
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file;
  const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    mp_symbols = (const ElfW(Sym) *)(file + sections[i].sh_offset);
    mp_symbol_count = sections[i].sh_size / sizeof(ElfW(Sym));
    mp_symbol_names =
        (const char *)file + sections[sections[i].sh_link].sh_offset;
  }
}

static void mp_load_symbols(void) {
  dl_iterate_phdr(mp_note_segments, 0);
  int fd = open("/proc/self/exe", O_RDONLY);
  struct stat info;
  if (fd < 0 || fstat(fd, &info) < 0)
    return;
  void *file = mmap(0, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (file != MAP_FAILED)
    mp_read_symbols(file);
}

static const struct mp_segment *mp_segment_of(const void *address) {
  uintptr_t a = (uintptr_t)address;
  for (size_t i = 0; i < mp_segment_count; i++)
    if (a >= mp_segments[i].first && a < mp_segments[i].end)
      return &mp_segments[i];
  return 0;
}

static int mp_is_named(const ElfW(Sym) * symbol) {
  int kind = ELF64_ST_TYPE(symbol->st_info);
  return symbol->st_shndx != SHN_UNDEF &&
         (kind == STT_FUNC || kind == STT_OBJECT);
}

/* The function or object at `address`, or null; compiler-made data such as
 * string literals have no name. */
static const char *mp_name_at(const void *address, uint64_t *offset) {
  uintptr_t a = (uintptr_t)address - mp_image_base;
  for (size_t i = 0; i < mp_symbol_count; i++) {
    const ElfW(Sym) *s = &mp_symbols[i];
    uint64_t size = s->st_size ? s->st_size : 1;
    if (!mp_is_named(s) || a < s->st_value || a >= s->st_value + size)
      continue;
    const char *name = mp_symbol_names + s->st_name;
    if (name[0] == '.' || !strncmp(name, "__const.", 8) ||
        !strncmp(name, "___asan", 7) || !strncmp(name, "switch.table", 12))
      return 0;
    *offset = a - s->st_value;
    return strncmp(name, "mp_", 3) ? name : name + 3; /* stands in for it */
  }
  return 0;
}

static void *mp_find_symbol(const char *name, int kind) {
  for (size_t i = 0; i < mp_symbol_count; i++)
    if (mp_is_named(&mp_symbols[i]) &&
        ELF64_ST_TYPE(mp_symbols[i].st_info) == kind &&
        !strcmp(mp_symbol_names + mp_symbols[i].st_name, name))
      return (void *)(mp_image_base + mp_symbols[i].st_value);
  return 0;
}

static void *mp_address_of(const char *name) {
  return mp_find_symbol(name, STT_OBJECT);
}

static void *mp_function_of(const char *name) {
  return mp_find_symbol(name, STT_FUNC);
}

static void *mp_named(const char *name) {
  void *function = mp_function_of(name);
  return function ? function : mp_address_of(name);
}

static void mp_find_globals(void) {
  for (int i = 0; i < mp_global_count; i++)
    if (!mp_globals[i].address)
      mp_globals[i].address = mp_address_of(mp_globals[i].symbol);
}

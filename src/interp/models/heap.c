// Memory from the heap.
static void *mp_out_of_memory(void) {
  *__errno_location() = MP_ENOMEM;
  return NULL;
}

// Every object is aligned as far as its address space allows.
static void *mp_aligned(size_t alignment, size_t size) {
  char *memory = malloc(size);
  if (memory && alignment && (uintptr_t)memory % alignment != 0) {
    free(memory);
    memory = NULL;
  }
  return memory ? memory : mp_out_of_memory();
}

void *memalign(size_t alignment, size_t size) {
  if (alignment > SIZE_MAX / 2 + 1) {
    *__errno_location() = MP_EINVAL;
    return NULL;
  }
  size_t power = 1;
  while (power < alignment)
    power *= 2;
  return mp_aligned(power, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **target, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
    return MP_EINVAL;
  void *memory = mp_aligned(alignment, size);
  if (!memory)
    return MP_ENOMEM;
  *target = memory;
  return 0;
}

void *reallocarray(void *memory, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size)
    return mp_out_of_memory();
  return realloc(memory, count * size);
}

// Formatted text in memory of its own.
int vasprintf(char **target, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) {
    vsnprintf(text, (size_t)length + 1, format, again);
    *target = text;
  }
  va_end(again);
  return text ? length : -1;
}

int asprintf(char **target, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vasprintf(target, format, args);
  va_end(args);
  return length;
}

// A program has no environment.
static char *mp_environment[1];
char **environ = mp_environment, **__environ = mp_environment;

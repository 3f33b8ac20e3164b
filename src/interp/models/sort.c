// Sorting: a merge sort that asks as glibc's does.
struct mp_sort {
  size_t size;
  int (*plain)(const void *, const void *);
  int (*order)(const void *, const void *, void *);
  void *context;
  char *spare; // for the elements, or for the pointers to them
};

static int mp_sort_compare(const struct mp_sort *sort, const void *a,
                           const void *b) {
  return sort->plain ? sort->plain(a, b) : sort->order(a, b, sort->context);
}

static void mp_sort_elements(const struct mp_sort *sort, char *base,
                             size_t count) {
  if (count <= 1)
    return;
  size_t size = sort->size, lefts = count / 2, rights = count - lefts;
  char *left = base, *right = base + lefts * size, *out = sort->spare;
  mp_sort_elements(sort, left, lefts);
  mp_sort_elements(sort, right, rights);
  while (lefts > 0 && rights > 0) {
    if (mp_sort_compare(sort, left, right) <= 0) {
      memcpy(out, left, size);
      left += size;
      lefts--;
    } else {
      memcpy(out, right, size);
      right += size;
      rights--;
    }
    out += size;
  }
  if (lefts > 0)
    memcpy(out, left, lefts * size);
  memcpy(base, sort->spare, (count - rights) * size);
}

static void mp_sort_pointers(const struct mp_sort *sort, char **base,
                             char **spare, size_t count) {
  if (count <= 1)
    return;
  size_t lefts = count / 2, rights = count - lefts;
  char **left = base, **right = base + lefts, **out = spare;
  mp_sort_pointers(sort, left, spare, lefts);
  mp_sort_pointers(sort, right, spare, rights);
  while (lefts > 0 && rights > 0) {
    if (mp_sort_compare(sort, *left, *right) <= 0) {
      *out++ = *left++;
      lefts--;
    } else {
      *out++ = *right++;
      rights--;
    }
  }
  for (; lefts > 0; lefts--)
    *out++ = *left++;
  for (size_t i = 0; i < count - rights; i++)
    base[i] = spare[i];
}

// Large elements: sorts pointers to them, then moves each one once.
static void mp_sort_indirect(const struct mp_sort *sort, char *base,
                             size_t count) {
  size_t size = sort->size;
  char **pointers = (char **)(void *)sort->spare;
  char *one = sort->spare + 2 * count * sizeof(char *);
  for (size_t i = 0; i < count; i++)
    pointers[i] = base + i * size;
  mp_sort_pointers(sort, pointers, pointers + count, count);
  for (size_t i = 0; i < count; i++) {
    size_t from = (size_t)(pointers[i] - base) / size, to = i;
    if (from == i)
      continue;
    memcpy(one, base + i * size, size);
    for (; from != i; from = (size_t)(pointers[to] - base) / size) {
      memcpy(base + to * size, base + from * size, size);
      pointers[to] = base + to * size;
      to = from;
    }
    memcpy(base + to * size, one, size);
    pointers[to] = base + to * size;
  }
}

// Without memory glibc sorts in place: a quicksort, then by insertion. Places
// are signed, because the right one can be in front of the array.
struct mp_quick {
  const struct mp_sort *sort;
  char *base;
};

static int mp_quick_less(const struct mp_quick *quick, ptrdiff_t a,
                         ptrdiff_t b) {
  ptrdiff_t size = (ptrdiff_t)quick->sort->size;
  return mp_sort_compare(quick->sort, quick->base + a * size,
                         quick->base + b * size) < 0;
}

static void mp_quick_swap(const struct mp_quick *quick, ptrdiff_t a,
                          ptrdiff_t b) {
  ptrdiff_t size = (ptrdiff_t)quick->sort->size;
  char *x = quick->base + a * size, *y = quick->base + b * size;
  for (ptrdiff_t i = 0; i < size; i++) {
    char byte = x[i];
    x[i] = y[i];
    y[i] = byte;
  }
}

static void mp_quick_median(const struct mp_quick *quick, ptrdiff_t low,
                            ptrdiff_t middle, ptrdiff_t high) {
  if (mp_quick_less(quick, middle, low))
    mp_quick_swap(quick, middle, low);
  if (!mp_quick_less(quick, high, middle))
    return;
  mp_quick_swap(quick, middle, high);
  if (mp_quick_less(quick, middle, low))
    mp_quick_swap(quick, middle, low);
}

// Splits [*left, *right] so that [low, *right] and [*left, high] are left.
static void mp_quick_split(const struct mp_quick *quick, ptrdiff_t middle,
                           ptrdiff_t *left, ptrdiff_t *right) {
  do {
    while (mp_quick_less(quick, *left, middle))
      ++*left;
    while (mp_quick_less(quick, middle, *right))
      --*right;
    if (*left > *right)
      continue;
    int is_last = *left == *right;
    if (!is_last)
      mp_quick_swap(quick, *left, *right);
    if (middle == *left)
      middle = *right;
    else if (middle == *right)
      middle = *left;
    ++*left;
    --*right;
    if (is_last)
      return;
  } while (*left <= *right);
}

static void mp_quick_parts(const struct mp_quick *quick, ptrdiff_t high) {
  enum { few = 4, depth = CHAR_BIT * sizeof(size_t) };
  ptrdiff_t low = 0, lows[depth], highs[depth];
  int waiting = 0;
  for (;;) {
    ptrdiff_t middle = low + (high - low) / 2, left = low + 1, right = high - 1;
    mp_quick_median(quick, low, middle, high);
    mp_quick_split(quick, middle, &left, &right);
    int is_left_few = right - low <= few, is_right_few = high - left <= few;
    if (is_left_few && is_right_few) {
      if (waiting == 0)
        return;
      low = lows[--waiting];
      high = highs[waiting];
    } else if (is_left_few) {
      low = left;
    } else if (is_right_few) {
      high = right;
    } else if (right - low > high - left) {
      lows[waiting] = low;
      highs[waiting++] = right;
      low = left;
    } else {
      lows[waiting] = left;
      highs[waiting++] = high;
      high = right;
    }
  }
}

static void mp_quick_sort(const struct mp_quick *quick, ptrdiff_t count) {
  if (count == 0)
    return;
  if (count > 4)
    mp_quick_parts(quick, count - 1);
  ptrdiff_t least = 0;
  for (ptrdiff_t i = 1; i < count && i <= 4; i++)
    if (mp_quick_less(quick, i, least))
      least = i;
  if (least != 0)
    mp_quick_swap(quick, least, 0);
  for (ptrdiff_t i = 2; i < count; i++) {
    ptrdiff_t place = i - 1;
    while (place > 0 && mp_quick_less(quick, i, place))
      place--;
    for (ptrdiff_t j = i; j > place + 1; j--)
      mp_quick_swap(quick, j, j - 1);
  }
}

static void mp_sort_run(struct mp_sort *sort, char *base, size_t count) {
  enum { small = 1024, large_element = 32 };
  _Alignas(max_align_t) char here[small];
  int is_large = sort->size > large_element;
  size_t room =
      is_large ? 2 * count * sizeof(char *) + sort->size : count * sort->size;
  int saved_errno = *__errno_location();
  char *there = room < small ? NULL : malloc(room);
  *__errno_location() = saved_errno;
  sort->spare = room < small ? here : there;
  struct mp_quick quick = {sort, base};
  if (!sort->spare)
    mp_quick_sort(&quick, (ptrdiff_t)count);
  else if (is_large)
    mp_sort_indirect(sort, base, count);
  else
    mp_sort_elements(sort, base, count);
  free(there);
}

void qsort(void *base, size_t count, size_t size,
           int (*order)(const void *, const void *)) {
  struct mp_sort sort = {.size = size, .plain = order};
  mp_sort_run(&sort, base, count);
}

void qsort_r(void *base, size_t count, size_t size,
             int (*order)(const void *, const void *, void *), void *context) {
  struct mp_sort sort = {.size = size, .order = order, .context = context};
  mp_sort_run(&sort, base, count);
}

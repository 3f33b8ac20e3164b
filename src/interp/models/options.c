// Options. What the program sees is copied from and to what getopt() keeps.
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum mp_option_order { MP_PERMUTE, MP_REQUIRE_ORDER, MP_RETURN_IN_ORDER };

static struct {
  int index, wrong;
  char *argument;
  char *rest;      // of the element that is being read
  int first, last; // the operands that were skipped: [first, last)
  enum mp_option_order order;
  int is_ready;
} mp_options;

struct mp_option_call {
  int count;
  char **args;
  const char *letters;
  const struct option *names;
  int *found;
  int is_long_only, reports;
};

static void mp_option_reverse(char **args, int from, int to) {
  for (to--; from < to; from++, to--) {
    char *swapped = args[from];
    args[from] = args[to];
    args[to] = swapped;
  }
}

// Moves the operands that were skipped behind the options read since.
static void mp_option_exchange(char **args) {
  mp_option_reverse(args, mp_options.first, mp_options.last);
  mp_option_reverse(args, mp_options.last, mp_options.index);
  mp_option_reverse(args, mp_options.first, mp_options.index);
  mp_options.first += mp_options.index - mp_options.last;
  mp_options.last = mp_options.index;
}

static int mp_option_wrong(int wrong, int result) {
  mp_options.wrong = wrong;
  return result;
}

static int mp_option_is_prefix(const struct option *option, size_t length) {
  return strncmp(option->name, mp_options.rest, length) == 0;
}

// Two options of which the same beginning says different things.
static int mp_option_differs(const struct mp_option_call *call,
                             const struct option *a, const struct option *b) {
  return call->is_long_only || a->has_arg != b->has_arg || a->flag != b->flag ||
         a->val != b->val;
}

static void mp_option_list(const struct mp_option_call *call,
                           const char *prefix, size_t length,
                           const struct option *first) {
  fprintf(stderr,
          "%s: option '%s%s' is ambiguous; possibilities:", call->args[0],
          prefix, mp_options.rest);
  for (const struct option *option = first; option->name; option++)
    if (option == first || (mp_option_is_prefix(option, length) &&
                            mp_option_differs(call, first, option)))
      fprintf(stderr, " '%s%s'", prefix, option->name);
  fprintf(stderr, "\n");
}

// The option of that name, or the only one that begins so.
static const struct option *mp_option_find(const struct mp_option_call *call,
                                           size_t length, int *is_ambiguous) {
  const struct option *first = NULL;
  for (const struct option *option = call->names; option->name; option++)
    if (mp_option_is_prefix(option, length) && strlen(option->name) == length)
      return option;
  for (const struct option *option = call->names; option->name; option++) {
    if (!mp_option_is_prefix(option, length))
      continue;
    if (!first)
      first = option;
    else if (mp_option_differs(call, first, option))
      *is_ambiguous = 1;
  }
  return first;
}

// -1: it is to be read as letters.
static int mp_option_unknown(const struct mp_option_call *call,
                             const char *prefix) {
  if (call->is_long_only && call->args[mp_options.index][1] != '-' &&
      strchr(call->letters, *mp_options.rest))
    return -1;
  if (call->reports)
    fprintf(stderr, "%s: unrecognized option '%s%s'\n", call->args[0], prefix,
            mp_options.rest);
  mp_options.rest = NULL;
  mp_options.index++;
  return mp_option_wrong(0, '?');
}

// The argument of an option with a name. 0, or what getopt() returns.
static int mp_option_argument(const struct mp_option_call *call,
                              const char *prefix, const struct option *option,
                              char *end) {
  if (*end && option->has_arg) {
    mp_options.argument = end + 1;
  } else if (*end) {
    if (call->reports)
      fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n",
              call->args[0], prefix, option->name);
    return mp_option_wrong(option->val, '?');
  } else if (option->has_arg == 1 && mp_options.index < call->count) {
    mp_options.argument = call->args[mp_options.index++];
  } else if (option->has_arg == 1) {
    if (call->reports)
      fprintf(stderr, "%s: option '%s%s' requires an argument\n", call->args[0],
              prefix, option->name);
    return mp_option_wrong(option->val, call->letters[0] == ':' ? ':' : '?');
  }
  return 0;
}

static int mp_option_long(const struct mp_option_call *call,
                          const char *prefix) {
  size_t length = strcspn(mp_options.rest, "=");
  char *end = mp_options.rest + length;
  int is_ambiguous = 0;
  const struct option *option = mp_option_find(call, length, &is_ambiguous);
  if (!option)
    return mp_option_unknown(call, prefix);
  if (is_ambiguous) {
    if (call->reports)
      mp_option_list(call, prefix, length, option);
    mp_options.rest += strlen(mp_options.rest);
    mp_options.index++;
    return mp_option_wrong(0, '?');
  }
  mp_options.index++;
  mp_options.rest = NULL;
  int result = mp_option_argument(call, prefix, option, end);
  if (result != 0)
    return result;
  if (call->found)
    *call->found = (int)(option - call->names);
  if (!option->flag)
    return option->val;
  *option->flag = option->val;
  return 0;
}

static int mp_option_missing(const struct mp_option_call *call, char letter) {
  if (call->reports)
    fprintf(stderr, "%s: option requires an argument -- '%c'\n", call->args[0],
            letter);
  return mp_option_wrong(letter, call->letters[0] == ':' ? ':' : '?');
}

// "-W name": as "--name".
static int mp_option_w(const struct mp_option_call *call) {
  if (*mp_options.rest == '\0') {
    if (mp_options.index == call->count)
      return mp_option_missing(call, 'W');
    mp_options.rest = call->args[mp_options.index];
  }
  mp_options.argument = NULL;
  struct mp_option_call named = *call;
  named.is_long_only = 0;
  return mp_option_long(&named, "-W ");
}

static int mp_option_letter(const struct mp_option_call *call) {
  char letter = *mp_options.rest++;
  const char *known = strchr(call->letters, letter);
  if (*mp_options.rest == '\0')
    mp_options.index++;
  if (!known || letter == ':' || letter == ';') {
    if (call->reports)
      fprintf(stderr, "%s: invalid option -- '%c'\n", call->args[0], letter);
    return mp_option_wrong(letter, '?');
  }
  if (letter == 'W' && known[1] == ';' && call->names)
    return mp_option_w(call);
  if (known[1] != ':')
    return letter;
  int result = letter;
  if (*mp_options.rest != '\0') {
    mp_options.argument = mp_options.rest;
    mp_options.index++;
  } else if (known[2] == ':') {
    mp_options.argument = NULL;
  } else if (mp_options.index == call->count) {
    result = mp_option_missing(call, letter);
  } else {
    mp_options.argument = call->args[mp_options.index++];
  }
  mp_options.rest = NULL;
  return result;
}

static void mp_option_begin(const char *letters) {
  if (mp_options.index == 0)
    mp_options.index = 1;
  mp_options.first = mp_options.last = mp_options.index;
  mp_options.rest = NULL;
  mp_options.order = MP_PERMUTE;
  if (letters[0] == '-')
    mp_options.order = MP_RETURN_IN_ORDER;
  else if (letters[0] == '+' || getenv("POSIXLY_CORRECT"))
    mp_options.order = MP_REQUIRE_ORDER;
  mp_options.is_ready = 1;
}

static int mp_option_is_operand(const struct mp_option_call *call) {
  const char *arg = call->args[mp_options.index];
  return arg[0] != '-' || arg[1] == '\0';
}

static void mp_option_gather(const struct mp_option_call *call) {
  if (mp_options.first != mp_options.last &&
      mp_options.last != mp_options.index)
    mp_option_exchange(call->args);
  else if (mp_options.last != mp_options.index)
    mp_options.first = mp_options.index;
  while (mp_options.index < call->count && mp_option_is_operand(call))
    mp_options.index++;
  mp_options.last = mp_options.index;
}

// "--": everything that follows is an operand.
static void mp_option_end(const struct mp_option_call *call) {
  mp_options.index++;
  if (mp_options.first != mp_options.last &&
      mp_options.last != mp_options.index)
    mp_option_exchange(call->args);
  else if (mp_options.first == mp_options.last)
    mp_options.first = mp_options.index;
  mp_options.last = call->count;
  mp_options.index = call->count;
}

// Finds the next option. 0: its letter is to be read; or what getopt() returns.
static int mp_option_next(const struct mp_option_call *call, int *result) {
  if (mp_options.last > mp_options.index)
    mp_options.last = mp_options.index;
  if (mp_options.first > mp_options.index)
    mp_options.first = mp_options.index;
  if (mp_options.order == MP_PERMUTE)
    mp_option_gather(call);
  if (mp_options.index != call->count &&
      strcmp(call->args[mp_options.index], "--") == 0)
    mp_option_end(call);
  *result = -1;
  if (mp_options.index == call->count) {
    if (mp_options.first != mp_options.last)
      mp_options.index = mp_options.first;
    return 1;
  }
  char *arg = call->args[mp_options.index];
  if (mp_option_is_operand(call)) {
    if (mp_options.order == MP_REQUIRE_ORDER)
      return 1;
    mp_options.argument = arg;
    mp_options.index++;
    *result = 1;
    return 1;
  }
  int is_name = call->names && arg[1] == '-';
  mp_options.rest = arg + (is_name ? 2 : 1);
  if (is_name)
    *result = mp_option_long(call, "--");
  else if (call->names && call->is_long_only &&
           (arg[2] || !strchr(call->letters, arg[1])))
    *result = mp_option_long(call, "-");
  return is_name || *result != -1;
}

static int mp_option_get(struct mp_option_call call) {
  mp_options.index = optind;
  int result = -1;
  if (call.count >= 1) {
    mp_options.argument = NULL;
    int is_marked = call.letters[0] == '-' || call.letters[0] == '+';
    if (mp_options.index == 0 || !mp_options.is_ready)
      mp_option_begin(call.letters);
    call.letters += is_marked;
    call.reports = opterr != 0 && call.letters[0] != ':';
    int is_inside = mp_options.rest && *mp_options.rest != '\0';
    if (is_inside || !mp_option_next(&call, &result))
      result = mp_option_letter(&call);
  }
  optind = mp_options.index;
  optarg = mp_options.argument;
  optopt = mp_options.wrong;
  return result;
}

int getopt(int count, char *const args[], const char *letters) {
  struct mp_option_call call = {
      .count = count, .args = (char **)args, .letters = letters};
  return mp_option_get(call);
}

int getopt_long(int count, char *const args[], const char *letters,
                const struct option *names, int *found) {
  struct mp_option_call call = {.count = count,
                                .args = (char **)args,
                                .letters = letters,
                                .names = names,
                                .found = found};
  return mp_option_get(call);
}

int getopt_long_only(int count, char *const args[], const char *letters,
                     const struct option *names, int *found) {
  struct mp_option_call call = {.count = count,
                                .args = (char **)args,
                                .letters = letters,
                                .names = names,
                                .found = found,
                                .is_long_only = 1};
  return mp_option_get(call);
}

// Random numbers: r[i] = r[i - 3] + r[i - 31], of 32 bits.
static uint32_t mp_random[31];
static int mp_random_front, mp_random_rear, mp_random_is_ready;

static long mp_random_step(void) {
  uint32_t value = mp_random[mp_random_front] += mp_random[mp_random_rear];
  mp_random_front = (mp_random_front + 1) % 31;
  mp_random_rear = (mp_random_rear + 1) % 31;
  return (long)(value >> 1);
}

void srandom(unsigned seed) {
  int32_t word = seed ? (int32_t)seed : 1;
  mp_random[0] = (uint32_t)word;
  for (int i = 1; i < 31; i++) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    if (word < 0)
      word += 2147483647;
    mp_random[i] = (uint32_t)word;
  }
  mp_random_front = 3;
  mp_random_rear = 0;
  mp_random_is_ready = 1;
  for (int i = 0; i < 310; i++)
    mp_random_step();
}

long random(void) {
  if (!mp_random_is_ready)
    srandom(1);
  return mp_random_step();
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

static unsigned mp_rand_step(unsigned *state) {
  *state = *state * 1103515245u + 12345u;
  return *state / 65536u;
}

int rand_r(unsigned *seed) {
  unsigned result = mp_rand_step(seed) % 2048;
  result = result << 10 ^ mp_rand_step(seed) % 1024;
  result = result << 10 ^ mp_rand_step(seed) % 1024;
  return (int)result;
}

// Random numbers of 48 bits, the lowest 16 first.
static unsigned short mp_48_state[3], mp_48_before[3];
static uint64_t mp_48_factor = 0x5deece66d;
static unsigned short mp_48_summand = 0xb;

static uint64_t mp_48_step(unsigned short state[3]) {
  uint64_t value =
      (uint64_t)state[2] << 32 | (uint64_t)state[1] << 16 | state[0];
  value = value * mp_48_factor + mp_48_summand;
  for (int i = 0; i < 3; i++)
    state[i] = (unsigned short)(value >> 16 * i & 0xffff);
  return value & 0xffffffffffff;
}

double erand48(unsigned short state[3]) {
  return (double)mp_48_step(state) / 281474976710656.0;
}
long nrand48(unsigned short state[3]) {
  return (long)(mp_48_step(state) >> 17);
}
long jrand48(unsigned short state[3]) {
  return (int32_t)(uint32_t)(mp_48_step(state) >> 16);
}
double drand48(void) { return erand48(mp_48_state); }
long lrand48(void) { return nrand48(mp_48_state); }
long mrand48(void) { return jrand48(mp_48_state); }

static void mp_48_begin(unsigned low, unsigned middle, unsigned high) {
  mp_48_state[0] = (unsigned short)low;
  mp_48_state[1] = (unsigned short)middle;
  mp_48_state[2] = (unsigned short)high;
  mp_48_factor = 0x5deece66d;
  mp_48_summand = 0xb;
}

void srand48(long seed) {
  unsigned value = (unsigned)(unsigned long)seed;
  mp_48_begin(0x330e, value & 0xffff, value >> 16);
}

unsigned short *seed48(unsigned short state[3]) {
  memcpy(mp_48_before, mp_48_state, sizeof mp_48_before);
  mp_48_begin(state[0], state[1], state[2]);
  return mp_48_before;
}

void lcong48(unsigned short parameters[7]) {
  mp_48_begin(parameters[0], parameters[1], parameters[2]);
  mp_48_factor = (uint64_t)parameters[5] << 32 | (uint64_t)parameters[4] << 16 |
                 parameters[3];
  mp_48_summand = parameters[6];
}

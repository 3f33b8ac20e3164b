static unsigned timeout;

void set_timeout(unsigned seconds) { timeout = seconds; }

unsigned get_timeout(void) { return timeout; }

unsigned remaining(unsigned seconds, unsigned used) {
  set_timeout(seconds);
  return used < timeout ? timeout - used : 0;
}

static unsigned timeout;

void set_timeout(unsigned seconds) { timeout = seconds * 1000; }

unsigned get_timeout(void) { return timeout / 1000; }

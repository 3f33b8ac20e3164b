static unsigned timeout;

void set_timeout(unsigned seconds) { timeout = seconds; }

unsigned get_timeout(void) { return timeout; }

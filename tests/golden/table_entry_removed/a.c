static const int rates[] = {10, 20};

int lowest(void) { return rates[0]; }

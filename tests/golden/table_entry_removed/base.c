static const int rates[] = {10, 20, 40};

int lowest(void) { return rates[0]; }

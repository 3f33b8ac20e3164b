static const int rates[] = {10, 20, 40};

int lowest(void) { return rates[0]; }

int rate(unsigned level) {
  if (level > 2)
    level = 2;
  return rates[level];
}

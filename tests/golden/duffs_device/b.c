int f(unsigned count, int step) {
  unsigned sum = 0;

  unsigned rounds = (count + 3) / 4;

  step = step & 63;
  switch (count % 4) {
  case 0:
    do {
      sum += step;
  case 3:
      sum += 2;
  case 2:
      sum += step;
  case 1:
      sum += 1;
    } while (--rounds > 0 && rounds < 64);
  }

  if (count > 0 && step > 60)
    sum = sum + 5;
  return (int)(sum & 1023);
}

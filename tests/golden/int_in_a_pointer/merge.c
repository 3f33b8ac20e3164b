int count;

void *start(void *given) {
  int n = (int)(long)given;
  int step = 2;


  count += step;

  return given ? (void *)&count : (void *)0;
}

// Runs one version on random orders: "INPUT|NAME=VALUE NAME=VALUE ...".
#include "version.c"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static unsigned log_hash;

static unsigned next(unsigned below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % below;
}

// Mostly small numbers, sometimes any.
static unsigned number(unsigned below) {
  return next(8) ? next(below) : next(0x7fffffff) * 2 + next(2);
}

void log_line(unsigned line, unsigned amount) {
  log_hash = (log_hash * 31 + line) * 31 + amount;
}

static struct line *make_lines(unsigned count) {
  struct line *lines = malloc(sizeof *lines * (count + !count));
  for (unsigned i = 0; i < count; i++) {
    lines[i].kind = next(4);
    lines[i].weight = number(40);
    lines[i].quantity = number(14);
    lines[i].price = number(90);
    printf(" %u:%u:%u:%u", lines[i].kind, lines[i].weight, lines[i].quantity,
           lines[i].price);
  }
  return lines;
}

static void run(unsigned seed) {
  struct bill bill = {0};
  state = seed;
  next(2);
  unsigned count = next(6), region = next(4), absent = next(20);
  printf("count=%u region=%u absent=%u", count, region, absent);
  struct line *lines = make_lines(count);
  log_hash = 0;
  int result = price_order(absent == 1 ? 0 : lines, count, region,
                           absent == 2 ? 0 : &bill);
  free(lines);
  printf("|result=%d goods=%u freight=%u tax=%u total=%u skipped=%u calls=%u\n",
         result, bill.goods, bill.freight, bill.tax, bill.total, bill.skipped,
         log_hash);
}

int main(int argc, char **argv) {
  unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
  for (unsigned seed = 1; seed <= count; seed++)
    run(seed);
  return 0;
}

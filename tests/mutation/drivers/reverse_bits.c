#include "drive.h"
#include "version.c"

static const long words[] = {
    0,          1,          2,          3,          4,
    5,          6,          7,          8,          11,
    13,         0x55,       0x80,       0x8001,     0xffff,
    0x12345678, 0x40000000, 0x7fffffff, 0x80000000, 0x80000001,
    0xc0000000, 0xdeadbeef, 0xf0f0f0f0, 0xfffffffe, 0xffffffff};

void drive(void) {
  unsigned x = (unsigned)pick_of("x", words);
  int width = (int)pick("width", -2, 35);
  start();
  show("return value", reverse_bits(x, width));
}

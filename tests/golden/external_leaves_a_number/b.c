int sensor_read(int channel, int *raw);

int sample(int channel) {
  int raw;
  if (sensor_read(channel, &raw) != 0)
    return -1;
  if (raw > 0xfff)
    raw &= 0xfff;
  return raw;
}

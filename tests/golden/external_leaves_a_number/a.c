int sensor_read(int channel, int *raw);

int sample(int channel) {
  int raw;
  if (sensor_read(channel, &raw) != 0)
    return -1;
  if (raw < 0)
    return -2;
  return raw;
}

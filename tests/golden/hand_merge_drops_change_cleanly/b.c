int f(int speed) {
  if (speed > 100)
    speed = 100;
  return speed;
}

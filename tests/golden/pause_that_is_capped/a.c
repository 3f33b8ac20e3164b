int try_to_send(int size);
void wait_for(int milliseconds);

int send_patiently(int size, int tries)
{
  int pause = 10;

  while (size > 0) {
    int sent = try_to_send(size);
    if (sent > size)
      return -2;
    if (sent > 0) {
      size -= sent;
      continue;
    }
    if (--tries <= 0)
      return -1;
    wait_for(pause);
    pause = pause * 2;
    if (pause > 1000)
      pause = 1000;
  }

  return 0;
}

unsigned seen;

int scale(int x)
{
  seen++;

  if (x < 0)
    return -1;

  return x + 32;
}

int use(int x)
{
  return scale(x);
}

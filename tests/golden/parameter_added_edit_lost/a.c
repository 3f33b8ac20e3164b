unsigned seen;

int scale(int flags, int x)
{
  seen += flags ? 2 : 1;

  if (x < 0)
    return -1;

  return x & 15;
}

int use(int x)
{
  return scale(1, x);
}

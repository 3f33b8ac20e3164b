static int counter;

int note(x) int x;
{
  counter += x;
}

int count(int x) {
  note(x);
  if (x == 9)
    return 3;


  note(1);
  return counter + x + 1;
}

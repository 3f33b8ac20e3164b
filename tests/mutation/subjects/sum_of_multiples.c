// Project Euler, problem 1.
int sum_of_multiples(int below) {
  int first = 3;
  int second = 5;
  int sum = 0;

  for (int i = 1; i < below; i++) {
    if (i % first == 0)
      sum += i;
    else if (i % second == 0)
      sum += i;
  }

  return sum;
}

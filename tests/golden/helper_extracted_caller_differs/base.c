#define LIMIT 100

int add_points(int points, int more) {
  int sum = points;

  if (more > 0 && more < 1000)
    sum = points + more;
  if (sum > LIMIT)
    sum = LIMIT;
  return sum;
}

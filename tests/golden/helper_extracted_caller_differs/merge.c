#define LIMIT 250

static int capped(int points) { return points > LIMIT ? LIMIT : points; }

int add_points(int points, int more) {
  int sum = points;

  if (more > 0 && more < 1000)
    sum = points + more;
  return capped(sum);
}

int start_points(int wanted) { return capped(wanted) == LIMIT ? 100 : wanted; }

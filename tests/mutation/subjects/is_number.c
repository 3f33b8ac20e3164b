// Whether a text is digits, perhaps with a sign, a point and more digits.
int is_number(const char *text) {
  enum { Start, Sign, Whole, Point, Part } state = Start;

  for (; *text != '\0'; text++) {
    int is_digit = *text >= '0' && *text <= '9';
    switch (state) {
    case Start:
      if (*text == '-')
        state = Sign;
      else if (is_digit)
        state = Whole;
      else
        return 0;
      break;

    case Sign:
      if (!is_digit)
        return 0;
      state = Whole;
      break;

    case Whole:
      if (*text == '.')
        state = Point;
      else if (!is_digit)
        return 0;
      break;

    case Point:
    case Part:
      if (!is_digit)
        return 0;
      state = Part;
      break;
    }
  }

  return state == Whole || state == Part;
}

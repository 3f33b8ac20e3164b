enum { MAY_READ = 1, MAY_WRITE = 2, MAY_RUN = 4, MAY_ALL = 7 };

struct entry { unsigned mode; int changes; };

int set_mode(struct entry *entry, const char *text)
{
  unsigned mode = 0;

  for (; *text; text++) {
    if (*text == 'r')
      mode |= MAY_READ;
    else if (*text == 'w')
      mode |= MAY_WRITE;
    else if (*text == 'x')
      mode |= MAY_RUN;
    else if (*text != '-')
      return -1;
  }

  entry->mode = (entry->mode & ~MAY_ALL) | mode;
  entry->changes++;
  return 0;
}

struct key { int code; };
struct menu { int lines; };

static int press(struct key *k) { return k->code & 7; }
static int draw(struct menu *m) { return m->lines * 2; }

int (*on_key)(struct key *) = press;
int (*on_menu)(struct menu *) = draw;

int handle(struct key *k) { return k ? on_key(k) : 0; }

int f(int lines) {
  struct menu m = {lines & 15};
  int height = on_menu(&m);
  return height + 1;
}

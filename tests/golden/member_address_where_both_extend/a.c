struct record { int kind; int x; char name[8]; int end; };

int *end_of(struct record *record) {
  return &record->end;
}

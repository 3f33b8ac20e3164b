struct record { int kind; long y; char name[8]; int end; };

int *end_of(struct record *record) {
  return &record->end;
}

int income(int salary, int stock, int rent) {
  int income = salary + rent;
  return income;
}

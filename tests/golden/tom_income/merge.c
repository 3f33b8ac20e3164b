int income(int salary, int stock, int rent) {
  int income = salary + stock + rent;
  return income;
}

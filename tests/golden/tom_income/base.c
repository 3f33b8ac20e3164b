int income(int salary, int stock, int rent) {
  int income = salary;
  return income;
}

unsigned price(unsigned amount);

enum { REGION_HOME, REGION_NEAR, REGION_FAR };
enum { KIND_PLAIN, KIND_FRAGILE, KIND_BULK };

struct line {
  unsigned kind;
  unsigned weight;
  unsigned quantity;
  unsigned price;
};

struct bill {
  unsigned goods;
  unsigned freight;
  unsigned tax;
  unsigned total;
  unsigned skipped;
};

void log_line(unsigned number, unsigned amount);

int price_order(const struct line *lines, unsigned count, unsigned region,
                struct bill *bill) {
  unsigned limit = 30;
  unsigned goods = 0;
  unsigned weight = 0;
  unsigned fragile = 0;
  unsigned skipped = 0;
  unsigned rate;
  unsigned parcels;
  unsigned freight;
  unsigned tax;

  if (lines == 0 || bill == 0)
    return -1;
  if (count == 0)
    return -2;

  switch (region) {
  case REGION_HOME:
    rate = 2;
    break;
  case REGION_NEAR:
    rate = 5;
    break;
  case REGION_FAR:
    rate = 9;
    break;
  default:
    return -3;
  }

  for (unsigned i = 0; i < count; i++) {
    unsigned amount = lines[i].price * lines[i].quantity;
    if (lines[i].quantity == 0) {
      skipped++;
      continue;
    }
    if (lines[i].kind == KIND_FRAGILE) {
      fragile++;
      amount += 3;
    } else if (lines[i].kind == KIND_BULK && lines[i].quantity >= 10) {
      amount -= amount / 10;
    }
    weight += lines[i].weight * lines[i].quantity;
    goods += amount;
    log_line(i, amount);
  }

  /* Fragile lines travel in smaller parcels. */
  if (fragile > 0)
    limit = limit / 2;

  parcels = 1 + weight / limit;

  freight = rate * parcels;
  if (fragile > 0)
    freight += 4 * fragile;

  /* Large orders pay no freight. */
  if (goods > 500)
    freight = 0;

  tax = (goods + freight) / 5;

  bill->goods = goods;
  bill->freight = freight;
  bill->tax = tax;
  bill->total = goods + freight + tax;
  bill->skipped = skipped;
  return (int)(parcels & 0xffff);
}

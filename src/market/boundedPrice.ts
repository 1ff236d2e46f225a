/** The highest price that a block can have. */
const MAX_PRICE = 2n ** 128n - 1n;

const between = (value: bigint, least: bigint, most: bigint): bigint => {
  if (value < least) return least;
  return value > most ? most : value;
};

/** A price within its bounds. It is never zero, because a block cannot have that. */
export const boundedPrice = (price: bigint, least = 1n, most = MAX_PRICE): bigint =>
  between(between(price, least, most), 1n, MAX_PRICE);

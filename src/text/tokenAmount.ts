/** STRK and ETH have 18 decimals. */
const DECIMALS = 18;

/** An amount of the smallest unit in tokens, with all its digits: `0.001229483`. */
export const exactTokens = (amount: bigint): string => withPoint(amount, DECIMALS);

const ROUNDED_DECIMALS = 6;
const ROUNDED_UNIT = 10n ** BigInt(DECIMALS - ROUNDED_DECIMALS);

/** An amount of the smallest unit in tokens, rounded up in the sixth decimal, so that a fee never looks like nothing. */
export const roundedTokens = (amount: bigint): string =>
  withPoint((amount + ROUNDED_UNIT - 1n) / ROUNDED_UNIT, ROUNDED_DECIMALS);

function withPoint(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}

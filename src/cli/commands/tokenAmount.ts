// Amounts of the fee tokens: 1 STRK is 10^18 FRI, and 1 ETH is 10^18 WEI.
const DECIMALS = 18;
const ONE = 10n ** BigInt(DECIMALS);

/** An amount of FRI or WEI as STRK or ETH: `1500000000000000000` is `1.5`. */
export function tokenText(amount: string | bigint): string {
  const value = BigInt(amount);
  const fraction = (value % ONE).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${value / ONE}${fraction && `.${fraction}`}`;
}

/** Reads an amount of STRK or ETH such as `1.5` as FRI or WEI; undefined if the text is none. */
export function readTokens(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'));
}

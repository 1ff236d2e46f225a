/** The words for a transaction whose calldata alone needs more gas than it has. */
export const INTRINSIC_GAS = 'intrinsic gas too low';

/** What clients know a refusal by: they look for these words. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/nonce.*(?:less|lower)|nonce too low/i, 'nonce too low'],
  [/sender doesn't have enough funds|insufficient (?:balance|funds)/i, 'insufficient funds for gas * price + value'],
  [/maxFeePerGas.*(?:less|lower).*baseFee|baseFeePerGas/i, 'max fee per gas less than block base fee'],
  [/base fee exceeds gas limit|intrinsic|gas limit is too low|minimum gas limit/i, INTRINSIC_GAS],
];

/** Why EthereumJS refuses a transaction, in the words of Ethereum nodes, then in its own. */
export function refusalReason(error: unknown): string {
  const own = (error instanceof Error ? error.message : String(error)).replace(/ \(vm hf=.*$/s, '').slice(0, 500);
  const tooHigh = /the tx doesn't have the correct nonce. account has nonce of: (\d+) tx has nonce of: (\d+)/.exec(own);
  if (tooHigh) return BigInt(tooHigh[2]!) > BigInt(tooHigh[1]!) ? `nonce too high: ${own}` : `nonce too low: ${own}`;
  const words = KNOWN.find(([pattern]) => pattern.test(own))?.[1];
  return words === undefined || own.includes(words) ? own : `${words}: ${own}`;
}

import { hexOfBytes } from '../felt/hash.ts';

const ERROR = '08c379a0';
const PANIC = '4e487b71';

/** The text of `Error(string)` or the code of `Panic(uint256)` that a call reverted with; undefined for errors of a contract's own. */
export function abiReason(returned: Uint8Array): string | undefined {
  const kind = hexOfBytes(returned.subarray(0, 4));
  const word = (i: number) => BigInt(`0x${hexOfBytes(returned.subarray(4 + 32 * i, 36 + 32 * i)) || '0'}`);
  if (kind === PANIC && returned.length >= 36) return `panic code 0x${word(0).toString(16)}`;
  if (kind !== ERROR || returned.length < 68) return undefined;
  const length = Number(word(1) > 1000n ? 1000n : word(1));
  return new TextDecoder().decode(returned.subarray(68, 68 + length));
}

// The encoding of the messaging contract's calls and events: 32-byte words, with lists after the fixed-size fields.
import { hexOfBytes, keccak256 } from '../felt/hash.ts';

const digest = (signature: string) => hexOfBytes(keccak256(new TextEncoder().encode(signature)));
const wordText = (value: bigint) => value.toString(16).padStart(64, '0');

/** The topic of LogMessageToL2(address,uint256,uint256,uint256[],uint256,uint256). */
export const LOG_MESSAGE_TO_L2 = '0xdb80dd488acf86d17c747445b0eabb5d57c541d3bd7b6b87af987858e5066b2b';

/** The calldata of the call that delivers a message from L2 to L1. */
export function encodeMockSendMessageFromL2(from: bigint, to: bigint, payload: readonly bigint[]): string {
  const selector = digest('mockSendMessageFromL2(uint256,uint256,uint256[])').slice(0, 8);
  return `0x${selector}${[from, to, 0x60n, BigInt(payload.length), ...payload].map(wordText).join('')}`;
}

/** The encoding of constructor arguments, which follow the code. */
export const encodeWords = (words: readonly bigint[]): string => words.map(wordText).join('');

/** Decodes the data of a LogMessageToL2 event: payload, nonce and fee. Undefined if the data is invalid. */
export function decodeLogMessageToL2(
  data: string,
): { readonly payload: readonly bigint[]; readonly nonce: bigint; readonly fee: bigint } | undefined {
  const words =
    data
      .slice(2)
      .match(/.{64}/g)
      ?.map((word) => BigInt(`0x${word}`)) ?? [];
  const [offset, nonce, fee] = words;
  if (offset === undefined || nonce === undefined || fee === undefined || offset % 32n !== 0n) return undefined;
  const start = offset / 32n;
  if (start >= BigInt(words.length)) return undefined;
  const length = words[Number(start)]!;
  if (start + 1n + length > BigInt(words.length)) return undefined;
  return { payload: words.slice(Number(start) + 1, Number(start + 1n + length)), nonce, fee };
}

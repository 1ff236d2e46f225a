import type { Felt } from '../../felt/felt.ts';
import { bigEndian, keccak256 } from '../../felt/hash.ts';

/** The hash that identifies a message from L2 to L1. */
export function messageToL1Hash(fromAddress: Felt, toAddress: Felt, payload: readonly Felt[]): bigint {
  return keccakWords([fromAddress, toAddress, BigInt(payload.length), ...payload]);
}

/** The hash that identifies a message from L1 to an L1 handler. */
export function messageToL2Hash(
  fromAddress: Felt,
  toAddress: Felt,
  nonce: Felt,
  selector: Felt,
  payload: readonly Felt[],
): bigint {
  return keccakWords([fromAddress, toAddress, nonce, selector, BigInt(payload.length), ...payload]);
}

/** Keccak-256 of 32-byte words. */
function keccakWords(words: readonly bigint[]): bigint {
  const bytes = new Uint8Array(32 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => {
    for (let limb = 0; limb < 4; limb++) view.setBigUint64(32 * i + 24 - 8 * limb, word >> BigInt(64 * limb));
  });
  return bigEndian(keccak256(bytes));
}

import type { Felt } from '../felt/felt.ts';
import { keccak256 } from '../felt/plain/keccak.ts';

const encoder = new TextEncoder();

/**
 * The selector of a function or an event by its name. This uses the plain Keccak, so that a page that only reads ABIs
 * does not load the kernel.
 */
export function selectorOfName(name: string): Felt {
  if (name === '__default__' || name === '__l1_default__') return 0n as Felt;
  let value = 0n;
  for (const byte of keccak256(encoder.encode(name))) value = (value << 8n) | BigInt(byte);
  return (value & MASK) as Felt;
}

const MASK = 2n ** 250n - 1n;

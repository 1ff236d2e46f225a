import type { Felt } from '../felt/felt.ts';
import { keccak256 } from '../felt/plain/keccak.ts';

/** Computes the selector of a name. */
export type SelectorOf = (name: string) => Felt;

const encoder = new TextEncoder();
const MASK = 2n ** 250n - 1n;
const MAX_KNOWN = 4096;
const known = new Map<string, Felt>();

/**
 * The selector of a function or an event by its name. This uses the plain Keccak, so that a page that only reads ABIs does
 * not load the kernel. COST: 30 µs for a new name; the kernel takes 1 µs.
 */
export function selectorOfName(name: string): Felt {
  if (name === '__default__' || name === '__l1_default__') return 0n as Felt;
  let selector = known.get(name);
  if (selector === undefined) {
    let value = 0n;
    for (const byte of keccak256(encoder.encode(name))) value = (value << 8n) | BigInt(byte);
    selector = (value & MASK) as Felt;
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, selector);
  }
  return selector;
}

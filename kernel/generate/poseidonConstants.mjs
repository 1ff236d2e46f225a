import { createHash } from 'node:crypto';
import { elements } from './primes.mjs';

/**
 * Poseidon's round constants, 107 instead of 273: in a partial round the first two elements pass no cube, so their
 * constants go through the mixing matrix (3 1 1; 1 -1 1; 1 1 -2) into the next round's.
 */
export function poseidonConstants(field) {
  const { p } = field;
  const constant = (i) => BigInt(`0x${createHash('sha256').update(`Hades${i}`).digest('hex')}`) % p;
  const rounds = Array.from({ length: 91 }, (_, round) => [0, 1, 2].map((i) => constant(3 * round + i)));
  const kept = rounds.slice(0, 4).flat();
  for (let round = 4; round < 87; round++) {
    const [a, b, c] = rounds[round];
    kept.push(c);
    const next = rounds[round + 1];
    next[0] += 3n * a + b;
    next[1] += a - b;
    next[2] += a + b;
  }
  kept.push(...rounds.slice(87).flat());
  const reduced = kept.map((value) => ((value % p) + p) % p);
  return `// Written by kernel/generate.mjs.

/** Three for each of four full rounds, one for each of 83 partial rounds, three for each of four full rounds. */
export const POSEIDON_CONSTANTS: usize = ${elements(field, reduced)};
export const POSEIDON_HALF: usize = ${elements(field, [(p + 1n) / 2n])};
`;
}

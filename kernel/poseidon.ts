// Starknet's Poseidon on felts in memory (src/felt/plain/poseidon.ts is the definition).
import { add, carry, copy, enter, exit, mul, sub } from './fieldStark.generated';
import { POSEIDON_CONSTANTS, POSEIDON_HALF } from './poseidonConstants.generated';
import { advance, cube, mix, partialRounds, sBefore, s as sum, c as third } from './poseidonRounds.generated';

const state: usize = memory.data(120, 8);
const b: usize = state + 40;
const c: usize = state + 80;
const input: usize = memory.data(40, 8);

function fullRounds(from: usize): usize {
  let constant = from;
  for (let round = 0; round < 4; round++) {
    cube(state, constant);
    cube(b, constant + 40);
    cube(c, constant + 80);
    mix(state);
    constant += 120;
  }
  return constant;
}

/** The permutation of `state`, in Montgomery form. */
function permute(): void {
  let constant = fullRounds(POSEIDON_CONSTANTS);
  // Partial rounds work on the sum of the first two and, as the sum before it, half of their difference.
  sub(input, state, b);
  mul(sBefore, input, POSEIDON_HALF);
  add(sum, state, b);
  carry(sum, sum);
  copy(third, c);
  constant = partialRounds(constant);
  advance();
  mul(input, sum, POSEIDON_HALF);
  add(state, input, sBefore);
  carry(state, state);
  sub(b, input, sBefore);
  carry(b, b);
  copy(c, third);
  fullRounds(constant);
}

/** The permutation of three felts in place. */
export function poseidonPermute(felts: usize): void {
  for (let i: usize = 0; i < 3; i++) enter(state + 40 * i, felts + 32 * i);
  permute();
  for (let i: usize = 0; i < 3; i++) exit(felts + 32 * i, state + 40 * i);
}

const one: usize = memory.data<u64>([1, 0, 0, 0]);

function absorb(element: usize, felt: usize): void {
  enter(input, felt);
  add(element, element, input);
  carry(element, element);
}

// Lists that begin alike are hashed all the time: bounds, prices and nothing at all, a token's transfers, the head of an account's transactions,
// a block's differences. The latest permutations are kept, by a mix of their input: 1 (0 in an empty entry), the input, the output.
// Equal lists lead to equal limbs, so these are compared as they are.
/** So many felts from the beginning. */
const KEPT_FELTS: u32 = 8;
const ENTRY: usize = 8 + 120 + 120;
const kept: usize = memory.data(512 * (8 + 120 + 120), 8);

function entryOf(): usize {
  let mixed: u64 = 0;
  for (let at: usize = 0; at < 120; at += 8)
    mixed = rotl<u64>((mixed ^ load<u64>(state + at)) * 0x9e3779b97f4a7c15, 29);
  return kept + ENTRY * <usize>(mixed & 511);
}

function holds(entry: usize): bool {
  if (load<u64>(entry) == 0) return false;
  for (let at: usize = 0; at < 120; at += 8) if (load<u64>(entry + 8 + at) != load<u64>(state + at)) return false;
  return true;
}

function permuteKept(): void {
  const entry = entryOf();
  if (!holds(entry)) {
    store<u64>(entry, 1);
    memory.copy(entry + 8, state, 120);
    permute();
    memory.copy(entry + 128, state, 120);
  } else memory.copy(state, entry + 128, 120);
}

/** out = the hash of `count` felts, one after the other in memory. */
export function poseidonMany(out: usize, felts: usize, count: u32): void {
  memory.fill(state, 0, 120);
  for (let i: u32 = 0; i <= count; i += 2) {
    absorb(state, i < count ? felts + 32 * <usize>i : one);
    if (i + 1 < count) absorb(b, felts + 32 * <usize>(i + 1));
    else if (i + 1 == count) absorb(b, one);
    // Later ones belong to one list.
    if (i < KEPT_FELTS) permuteKept();
    else permute();
  }
  exit(out, state);
}

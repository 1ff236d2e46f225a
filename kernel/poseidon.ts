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
  partialRounds(constant);
  advance();
  mul(input, sum, POSEIDON_HALF);
  add(state, input, sBefore);
  carry(state, state);
  sub(b, input, sBefore);
  carry(b, b);
  copy(c, third);
  fullRounds(constant + 83 * 40);
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

function compute(out: usize, felts: usize, count: u32): void {
  memory.fill(state, 0, 120);
  for (let i: u32 = 0; i <= count; i += 2) {
    absorb(state, i < count ? felts + 32 * <usize>i : one);
    if (i + 1 < count) absorb(b, felts + 32 * <usize>(i + 1));
    else if (i + 1 == count) absorb(b, one);
    permute();
  }
  exit(out, state);
}

// Every transaction hashes short lists that came before: nothing, its bounds, the block's prices. The latest are kept, by a mix of their
// words: how many there are plus one (0 in an empty entry), the felts, the hash.
const SHORT: u32 = 8;
const ENTRY: usize = 8 + 8 * 32 + 32;
const kept: usize = memory.data(256 * (8 + 8 * 32 + 32), 8);

function entryOf(felts: usize, count: u32): usize {
  let mixed: u64 = <u64>count + 1;
  const end = felts + ((<usize>count) << 5);
  for (let at = felts; at < end; at += 8) mixed = rotl<u64>((mixed ^ load<u64>(at)) * 0x9e3779b97f4a7c15, 29);
  return kept + ENTRY * <usize>(mixed & 255);
}

function holds(entry: usize, felts: usize, count: u32): bool {
  if (load<u64>(entry) != <u64>(count + 1)) return false;
  const bytes = (<usize>count) << 5;
  for (let at: usize = 0; at < bytes; at += 8) if (load<u64>(entry + 8 + at) != load<u64>(felts + at)) return false;
  return true;
}

/** out = the hash of `count` felts, one after the other in memory. */
export function poseidonMany(out: usize, felts: usize, count: u32): void {
  if (count > SHORT) {
    compute(out, felts, count);
    return;
  }
  const entry = entryOf(felts, count);
  if (!holds(entry, felts, count)) {
    store<u64>(entry, <u64>count + 1);
    memory.copy(entry + 8, felts, (<usize>count) << 5);
    compute(entry + 264, felts, count);
  }
  memory.copy(out, entry + 264, 32);
}

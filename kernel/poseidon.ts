// Starknet's Poseidon on felts in memory (src/felt/plain/poseidon.ts is the definition).
import { add, carry, enter, exit, mul, sub } from './fieldStark.generated';
import { POSEIDON_CONSTANTS, POSEIDON_HALF } from './poseidonConstants.generated';
import { cube, mix, partialRound } from './poseidonRounds.generated';

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
  // Partial rounds work on the sum and the difference of the first two.
  sub(input, state, b);
  add(state, state, b);
  carry(state, state);
  carry(b, input);
  for (let round = 0; round < 83; round++) {
    partialRound(state, constant);
    constant += 40;
  }
  sub(input, state, b);
  add(state, state, b);
  mul(state, state, POSEIDON_HALF);
  mul(b, input, POSEIDON_HALF);
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

/** out = the hash of `count` felts, one after the other in memory. */
export function poseidonMany(out: usize, felts: usize, count: u32): void {
  memory.fill(state, 0, 120);
  for (let i: u32 = 0; i <= count; i += 2) {
    absorb(state, i < count ? felts + 32 * <usize>i : one);
    if (i + 1 < count) absorb(b, felts + 32 * <usize>(i + 1));
    else if (i + 1 == count) absorb(b, one);
    permute();
  }
  exit(out, state);
}

// Starknet's Poseidon on felts in memory (src/felt/plain/poseidon.ts is the definition).
import { add, carry, copy, fromMontgomery, mul, sub, toMontgomery } from './fieldStark.generated';
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
  // Partial rounds work on the sum of the first two elements; half of their difference takes the place of the previous sum.
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
  for (let i: usize = 0; i < 3; i++) toMontgomery(state + 40 * i, felts + 32 * i);
  permute();
  for (let i: usize = 0; i < 3; i++) fromMontgomery(felts + 32 * i, state + 40 * i);
}

const one: usize = memory.data<u64>([1, 0, 0, 0]);

function absorb(element: usize, felt: usize): void {
  toMontgomery(input, felt);
  add(element, element, input);
  carry(element, element);
}

// Lists with a common beginning are hashed very often: resource bounds, gas prices, empty lists, a token's transfers, an account's
// transactions, state diffs. So the latest permutations are cached in a hash table of their inputs. An entry has 1 (0 if it is empty),
// the input and the output. Equal lists give equal limbs, so unreduced limbs can be compared.
/** The permutations of this many felts at the beginning of a list are cached. */
const CACHED_FELTS: u32 = 8;
const ENTRY: usize = 8 + 120 + 120;
const cache: usize = memory.data(512 * (8 + 120 + 120), 8);

function entryOf(): usize {
  let mixed: u64 = 0;
  for (let at: usize = 0; at < 120; at += 8)
    mixed = rotl<u64>((mixed ^ load<u64>(state + at)) * 0x9e3779b97f4a7c15, 29);
  return cache + ENTRY * <usize>(mixed & 511);
}

function isCached(entry: usize): bool {
  if (load<u64>(entry) == 0) return false;
  for (let at: usize = 0; at < 120; at += 8) if (load<u64>(entry + 8 + at) != load<u64>(state + at)) return false;
  return true;
}

function permuteCached(): void {
  const entry = entryOf();
  if (!isCached(entry)) {
    store<u64>(entry, 1);
    memory.copy(entry + 8, state, 120);
    permute();
    memory.copy(entry + 128, state, 120);
  } else memory.copy(state, entry + 128, 120);
}

/** Continues the hash of a list with `count` felts, an even number except at the end of the list. `sponge` are the three felts of its state. */
export function poseidonContinue(sponge: usize, felts: usize, count: u32, isEnd: bool): void {
  for (let i: usize = 0; i < 3; i++) toMontgomery(state + 40 * i, sponge + 32 * i);
  const end = isEnd ? count + 1 : count;
  for (let i: u32 = 0; i < end; i += 2) {
    absorb(state, i < count ? felts + 32 * <usize>i : one);
    if (i + 1 < count) absorb(b, felts + 32 * <usize>(i + 1));
    else if (i + 1 == count) absorb(b, one);
    permute();
  }
  for (let i: usize = 0; i < 3; i++) fromMontgomery(sponge + 32 * i, state + 40 * i);
}

/** out = the hash of `count` consecutive felts in memory. */
export function poseidonMany(out: usize, felts: usize, count: u32): void {
  memory.fill(state, 0, 120);
  for (let i: u32 = 0; i <= count; i += 2) {
    absorb(state, i < count ? felts + 32 * <usize>i : one);
    if (i + 1 < count) absorb(b, felts + 32 * <usize>(i + 1));
    else if (i + 1 == count) absorb(b, one);
    // Later permutations are rarely the same in two lists.
    if (i < CACHED_FELTS) permuteCached();
    else permute();
  }
  fromMontgomery(out, state);
}

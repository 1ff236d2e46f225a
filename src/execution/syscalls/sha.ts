import { type Pointer, pointer } from '../../cairo/pointer.ts';
import type { Felt } from '../../felt/felt.ts';
import { sha256Block, sha512Block } from '../../felt/hash.ts';
import { type FeltKey, feltOf, keyOf, keyOfNumber } from '../../felt/key.ts';
import { invalidInput, type SyscallHandler, type SyscallIo } from './syscallIo.ts';

const STATE_WORDS = 8;
const BLOCK_WORDS = 16;

/** One SHA-256 compression. */
export const sha256ProcessBlock: SyscallHandler = (io) => {
  const statePointer = io.pointer();
  const blockPointer = io.pointer();
  if (!io.charge('Sha256ProcessBlock')) return undefined;
  const block = Uint32Array.from(io.keysAt(blockPointer, BLOCK_WORDS), (key) => Number(word(key, 32)));
  const state = Uint32Array.from(io.keysAt(statePointer, STATE_WORDS), (key) => Number(word(key, 32)));
  sha256Block(state, block);
  const start = append(io, io.frame.sha256End, Array.from(state, keyOfNumber));
  io.frame.sha256End = (start + STATE_WORDS) as Pointer;
  io.succeed();
  io.writePointer(start);
};

/** One SHA-512 compression. */
export const sha512ProcessBlock: SyscallHandler = (io) => {
  const statePointer = io.pointer();
  const blockPointer = io.pointer();
  if (!io.charge('Sha512ProcessBlock')) return undefined;
  const block = BigUint64Array.from(io.keysAt(blockPointer, BLOCK_WORDS), (key) => word(key, 64));
  const state = BigUint64Array.from(io.keysAt(statePointer, STATE_WORDS), (key) => word(key, 64));
  sha512Block(state, block);
  const start = append(
    io,
    io.frame.sha512End,
    Array.from(state, (value) => keyOf(value as Felt)),
  );
  io.frame.sha512End = (start + STATE_WORDS) as Pointer;
  io.succeed();
  io.writePointer(start);
};

// Compiled Sierra guarantees the size of the words. Other programs get an error instead of a wrong hash.
function word(key: FeltKey, bits: number): bigint {
  const value = feltOf(key);
  if (value >> BigInt(bits)) throw invalidInput(key, `A word of ${bits} bits was expected.`);
  return value;
}

/**
 * Writes a state behind the previous ones, which are in one segment of the frame. As on the network, each call adds a new segment,
 * but only the first of them is used.
 */
function append({ machine }: SyscallIo, end: Pointer | undefined, state: readonly FeltKey[]): Pointer {
  const fresh = pointer(machine.addSegment(), 0);
  const start = end ?? fresh;
  for (const [i, key] of state.entries()) machine.setKey((start + i) as Pointer, key);
  return start;
}

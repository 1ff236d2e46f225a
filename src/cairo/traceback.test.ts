import { expect, test } from 'vitest';
import { type Felt, P, toFelt } from '../felt/felt.ts';
import type { Cell } from './machine.ts';
import { type Pointer, pointer } from './pointer.ts';
import { foldedCallersOf } from './traceback.ts';

/** `call rel`, an instruction of two words. */
const CALL = toFelt(0x1104800180018000n);
const CODE: readonly Felt[] = [CALL, toFelt(5), CALL, toFelt(P - 3n)];

/** The memory of a function that calls itself at 2, `depth` times, after it was called at 0. A frame is two cells. */
function recursion(depth: number) {
  let reads = 0;
  return withPointers(
    (address) => {
      reads++;
      const offset = address - pointer(1, 0);
      if (offset < 0) return CODE[address - pointer(0, 0)];
      const frame = offset >> 1;
      if (frame >= depth) return undefined;
      if (offset % 2 === 1) return pointer(0, frame === 0 ? 2 : 4);
      return frame === 0 ? pointer(2, 0) : pointer(1, 2 * frame);
    },
    () => reads,
  );
}

/** Memory as a machine has it, from its cells. */
const withPointers = (get: (address: Pointer) => Cell | undefined, reads = () => 0) => ({
  get,
  getPointer(address: Pointer) {
    const cell = get(address);
    return typeof cell === 'number' ? cell : undefined;
  },
  reads,
});

test('the caller of a function that called itself a million times is found', () => {
  for (const depth of [1_000_000, 17, 16, 2]) {
    const memory = recursion(depth);
    expect(foldedCallersOf(memory, pointer(1, 2 * depth))).toEqual([pointer(0, 2), pointer(0, 0)]);
    expect(memory.reads()).toBeLessThan(depth / 2 + 2000);
  }
});

test('a return address that no call is before ends the list', () => {
  const memory = withPointers((address) => (address >= pointer(1, 0) ? pointer(0, 2) : toFelt(7)));
  expect(foldedCallersOf(memory, pointer(1, 2))).toEqual([]);
});

test('frames of other calls between two loops of the same function are all there', () => {
  // The return addresses of the frames, outermost first. A frame is two cells.
  const returns = [2, ...Array(100).fill(4), 2, ...Array(100).fill(4)].map((offset) => pointer(0, offset));
  const memory = withPointers((address) => {
    const offset = address - pointer(1, 0);
    if (offset < 0) return CODE[address - pointer(0, 0)];
    const frame = offset >> 1;
    return offset % 2 === 1 ? returns[frame] : frame === 0 ? pointer(2, 0) : pointer(1, 2 * frame);
  });
  const [loop, call] = [pointer(0, 2), pointer(0, 0)];
  expect(foldedCallersOf(memory, pointer(1, 2 * returns.length))).toEqual([loop, call, loop, call]);
});

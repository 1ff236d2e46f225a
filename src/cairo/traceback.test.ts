import { expect, test } from 'vitest';
import { type Felt, P, toFelt } from '../felt/felt.ts';
import { type Pointer, pointer } from './pointer.ts';
import { foldedCallersOf } from './traceback.ts';

/** `call rel`, an instruction of two words. */
const CALL = toFelt(0x1104800180018000n);
const CODE: readonly Felt[] = [CALL, toFelt(5), CALL, toFelt(P - 3n)];

/** The memory of a function that calls itself at 2, `depth` times, after it was called at 0. A frame is two cells. */
const recursion = (depth: number) => ({
  get(address: Pointer) {
    const offset = address - pointer(1, 0);
    if (offset < 0) return CODE[address - pointer(0, 0)];
    const frame = offset >> 1;
    if (frame >= depth) return undefined;
    if (offset % 2 === 1) return pointer(0, frame === 0 ? 2 : 4);
    return frame === 0 ? pointer(2, 0) : pointer(1, 2 * frame);
  },
});

test('the caller of a function that called itself a million times is found', () => {
  const depth = 1_000_000;
  expect(foldedCallersOf(recursion(depth), pointer(1, 2 * depth))).toEqual([pointer(0, 2), pointer(0, 0)]);
});

test('a return address that no call is before ends the list', () => {
  const memory = { get: (address: Pointer) => (address >= pointer(1, 0) ? pointer(0, 2) : toFelt(7)) };
  expect(foldedCallersOf(memory, pointer(1, 2))).toEqual([]);
});

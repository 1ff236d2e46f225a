import { type FeltKey, keyOfUnits, keyOfWords } from '../../felt/key.ts';
import { offsetOf, type Pointer, segmentOf } from '../pointer.ts';
import type { VmKernel } from './vmKernel.ts';

// The tags of the kernel's cells that hold felts (kernel/vm/cells.ts).
const SMALL_TAG = 3;
const BIG_TAG = 2;

/**
 * The felts of `count` cells from `start` on as keys; undefined if one is unknown or an address.
 * COST: half the time of reading them one by one through the kernel.
 */
export function cellKeys(kernel: VmKernel, start: Pointer, count: number): FeltKey[] | undefined {
  if (count === 0) return [];
  const segment = segmentOf(start);
  const offset = offsetOf(start);
  if (segment < 0 || offset + count > kernel.vmSegmentSize(segment)) return undefined;
  const { buffer } = kernel.memory;
  const cells = new Uint32Array(buffer, kernel.vmSegmentBase(segment) + 8 * offset, 2 * count);
  const units = new Uint16Array(buffer);
  const keys: FeltKey[] = [];
  for (let i = 0; i < cells.length; i += 2) {
    const low = cells[i]!;
    const tag = low & 3;
    // The bits after the tag, without the mark of cells that the host wrote.
    const high = cells[i + 1]! & 0x3fff_ffff;
    const word = ((low >>> 2) | (high << 30)) >>> 0;
    if (tag === SMALL_TAG) keys.push(keyOfWords(word, high >>> 2));
    else if (tag === BIG_TAG) keys.push(keyOfUnits(units, word / 2));
    else return undefined;
  }
  return keys;
}

import type { Machine } from '../machine.ts';
import { BIG_TAG, packMemory, RunMemory, startsOf } from './runMemory.ts';

/** Copies the memory of a machine's top run without its program; undefined if the copy has more units of 8 bytes than allowed. */
export function copyMemory(machine: Machine, maxUnits: number): RunMemory | undefined {
  const { segmentCount, rawMemory } = machine;
  const sizes = Array.from({ length: segmentCount }, (_, i) => (i === 0 ? 0 : machine.segmentSize(i)));
  const starts = startsOf(sizes);
  const cells = starts[segmentCount]!;
  if (cells > maxUnits) return undefined;
  if (!rawMemory) return packMemory(sizes, (address) => machine.get(address));
  const words = new Uint32Array(2 * cells);
  for (const [segment, size] of sizes.entries())
    if (size > 0) words.set(new Uint32Array(rawMemory, machine.rawBase!(segment), 2 * size), 2 * starts[segment]!);
  const bigFelts = countBigFelts(words);
  if (cells + 4 * bigFelts > maxUnits) return undefined;
  return new RunMemory(words, starts, collectFelts(rawMemory, words, bigFelts));
}

function countBigFelts(words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words.length; i += 2) if ((words[i]! & 3) === BIG_TAG) count++;
  return count;
}

/** Replaces the addresses of big felts by their indices, and clears the marks of cells that the host wrote. */
function collectFelts(raw: ArrayBuffer, words: Uint32Array, count: number): BigUint64Array {
  const felts = new BigUint64Array(4 * count);
  const memory = new BigUint64Array(raw);
  let next = 0;
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]!;
    words[i + 1] = words[i + 1]! & 0x7fffffff;
    if ((low & 3) !== BIG_TAG) continue;
    const at = (((words[i + 1]! & 3) * 2 ** 30 + (low >>> 2)) >>> 0) / 8;
    for (let k = 0; k < 4; k++) felts[4 * next + k] = memory[at + k]!;
    words[i] = ((next << 2) | BIG_TAG) >>> 0;
    words[i + 1] = next >>> 30;
    next++;
  }
  return felts;
}

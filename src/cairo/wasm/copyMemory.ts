import { BIG_TAG, RunMemory, startsOf } from '../runMemory.ts';
import type { VmKernel } from './vmKernel.ts';

/** Copies the memory of the top run without its program; undefined if it has more cells than allowed. */
export function copyMemory(kernel: VmKernel, maxCells: number): RunMemory | undefined {
  const count = kernel.vmSegmentCount();
  const sizes = Array.from({ length: count }, (_, segment) => (segment === 0 ? 0 : kernel.vmSegmentSize(segment)));
  if (sizes.reduce((sum, size) => sum + size, 0) > maxCells) return undefined;
  const starts = startsOf(sizes);
  const words = new Uint32Array(2 * starts[count]!);
  for (let segment = 1; segment < count; segment++)
    if (sizes[segment] !== 0)
      words.set(
        new Uint32Array(kernel.memory.buffer, kernel.vmSegmentBase(segment), 2 * sizes[segment]!),
        2 * starts[segment]!,
      );
  return new RunMemory(words, starts, collectFelts(kernel, words));
}

/** Replaces the addresses of big felts by their indices, and clears the marks of cells that the host wrote. */
function collectFelts(kernel: VmKernel, words: Uint32Array): BigUint64Array {
  let count = 0;
  for (let i = 0; i < words.length; i += 2) if ((words[i]! & 3) === BIG_TAG) count++;
  const felts = new BigUint64Array(4 * count);
  const memory = new BigUint64Array(kernel.memory.buffer);
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

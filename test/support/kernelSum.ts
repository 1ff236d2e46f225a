import type { VmInstance } from '../../src/cairo/wasm/vmInstance.ts';
import type { KernelExports } from '../../src/felt/kernel.ts';
import { type Point, startPoint } from '../../src/felt/stark.ts';

/** The start point + m * q, computed by the EC builtin of a kernel instance; undefined if it fails. */
export function kernelSum({ kernel }: VmInstance, q: Point, m: bigint): Point | undefined {
  const { borrow, ecOp, memory } = kernel as unknown as KernelExports;
  const at = borrow(7 * 32);
  const words = new BigUint64Array(memory.buffer, at, 28);
  for (const [slot, felt] of [startPoint.x, startPoint.y, q.x, q.y, m].entries())
    for (let word = 0; word < 4; word++) words[8 + 4 * slot + word] = BigInt.asUintN(64, felt >> BigInt(64 * word));
  if (ecOp(at, at + 64, at + 128, at + 192) !== 0) return undefined;
  const read = (slot: number) => [3, 2, 1, 0].reduce((sum, word) => (sum << 64n) | words[4 * slot + word]!, 0n);
  return { x: read(0), y: read(1) };
}

import { type CodeCounter, type CodeCounts, countsOf, functionStarts } from '../codeCounter.ts';
import type { LoadedProgram } from '../program.ts';
import type { VmKernel } from './vmKernel.ts';

// The layout of kernel/vm/counters.ts, in words.
const PARENT = 0;
const START = 2;
const LENGTH = 3;
const NEXT = 4;
const SITE = 5;
const HEADER = 6;

/** Starts counting the top run by function calls. */
export function countByCall(kernel: VmKernel, program: LoadedProgram): void {
  const starts = functionStarts(program);
  const at = kernel.vmAllocate(starts.byteLength);
  if (at === 0) return;
  new Uint32Array(kernel.memory.buffer, at, starts.length).set(starts);
  kernel.vmStartCounting(0, at, starts.length);
}

/** The counts of a tree, given its newest node: every caller comes before its callees. */
export function readTree(kernel: VmKernel, newest: number): readonly CodeCounts[] {
  const words = new Uint32Array(kernel.memory.buffer);
  const nodes: number[] = [];
  for (let node = newest; node !== 0; node = words[(node >>> 2) + NEXT]!) nodes.push(node >>> 2);
  nodes.reverse();
  const indices = new Map(nodes.map((node, i) => [node, i]));
  return nodes.map((node) => ({
    start: words[node + START]!,
    counts: countsOf(jumpsOf(kernel, node)),
    caller: indices.get(words[node + PARENT]! >>> 2) ?? -1,
    site: words[node + SITE]!,
  }));
}

/** The counters of a node without the two behind its last instruction. */
function jumpsOf(kernel: VmKernel, node: number): Int32Array {
  const length = new Uint32Array(kernel.memory.buffer)[node + LENGTH]!;
  return new Int32Array(kernel.memory.buffer, (node + HEADER) * 4, Math.max(0, length - 2));
}

/** Reports the counters of a whole program and sets them to zero. */
export function flushNode(kernel: VmKernel, address: number, program: LoadedProgram, counter: CodeCounter): void {
  const jumps = jumpsOf(kernel, address >>> 2);
  counter.add(program, [{ start: 0, counts: countsOf(jumps), caller: -1, site: 0 }]);
  jumps.fill(0);
}

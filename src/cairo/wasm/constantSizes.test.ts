import { expect, test } from 'vitest';
import { compareRuns } from '../../../test/support/cairo/agreement.ts';
import { advance, ap, assertCopy, entryOf, fp, programOf, push, ret } from '../../../test/support/cairo/assembler.ts';
import { type Felt, P } from '../../felt/felt.ts';
import type { CasmHint } from '../casm.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { pointer } from '../pointer.ts';
import { WasmMachine } from './wasmMachine.ts';

const machine = new WasmMachine();
const SIZE = { Deref: { register: 'FP', offset: 0 } };

/** A program that allocates objects of the sizes, to consecutive cells from [fp + first]. */
function allocations(sizes: readonly (bigint | 'cell')[], first = 2) {
  const bytecode: Felt[] = [...push(5n), ...push(0n), ...advance(20n)];
  const hints: [number, CasmHint[]][] = [];
  sizes.forEach((size, i) => {
    const dst = { register: 'FP', offset: first + i };
    const operand = size === 'cell' ? SIZE : { Immediate: `0x${size.toString(16)}` };
    hints.push([bytecode.length, [{ AllocConstantSize: { size: operand, dst } }]]);
    bytecode.push(...assertCopy(ap(0), fp(first + i)));
  });
  return entryOf(programOf([...bytecode, ...ret], hints));
}

test('objects of constant size are one after the other in one segment', () => {
  for (const runner of [machine, new PlainMachine()]) {
    runner.begin(allocations([3n, 'cell', 0n, 2n]));
    const start = runner.fp;
    runner.run(1000);
    const cells = [2, 3, 4, 5].map((i) => runner.get((start + i) as typeof start)) as number[];
    runner.abandon();
    expect(cells.map((cell) => cell - cells[0]!)).toEqual([0, 3, 8, 8]);
    expect(cells[0]! % pointer(1, 0)).toBe(0);
  }
});

test.each([
  ['usual sizes', [1n, 'cell', 7n], 2],
  ['no size', [0n, 0n], 2],
  ['a cell that is known', [4n, 2n], 1],
  ['the same, as the first one', [4n], 0],
  ['a whole segment', [2n ** 24n, 2n ** 24n, 1n], 2],
  ['more than a segment', [2n ** 24n + 1n, 3n, 2n ** 24n + 1n, 1n], 2],
  ['an offset beyond 32 bits', [2n ** 32n - 1n, 3n, 2n ** 32n, 1n], 2],
  ['a size beyond 64 bits', [3n, 2n ** 64n], 2],
  ['a negative size', [3n, P - 1n], 2],
] as const)('%s: as on the plain machine', (_, sizes, first) => {
  const compared = compareRuns(machine, allocations(sizes, first), { seed: 1, maxSteps: 100 });
  expect(compared.difference).toBeUndefined();
});

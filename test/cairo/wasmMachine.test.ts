import { describe, expect, test } from 'vitest';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import { compareRuns, kindOf } from '../support/cairo/agreement.ts';
import {
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  entryOf,
  fp,
  programOf,
  ret,
} from '../support/cairo/assembler.ts';
import { growProgram } from '../support/cairo/growProgram.ts';
import { hyperlaneRuns } from '../support/cairo/hyperlane.ts';
import { tidyEntry } from '../support/cairo/tidyProgram.ts';
import { Random } from '../support/random.ts';

describe('the wasm machine agrees with the plain machine', () => {
  test('on entry points of real classes, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    const machine = new WasmMachine();
    // A third of the classes; the others contain the same code.
    for await (const { name, run, random } of hyperlaneRuns(3)) {
      const slice = random.pick([1, 7, 1000]);
      const { outcome, difference } = compareRuns(machine, run, { seed: random.word(), slice });
      expect(difference, `${name} at ${run.offset}`).toBeUndefined();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes['returned']).toBeGreaterThan(5);
    expect(outcomes['panicked']).toBeGreaterThan(5);
  });

  test.each([
    { inputs: ['felt', 'felt', 'felt'], read: [0], outcome: 'returned' },
    { inputs: ['felt', 'felt', 'felt'], read: [], outcome: 'returned' },
    { inputs: ['felt', 'felt', 'pointer'], read: [], outcome: 'failed' },
    { inputs: ['pointer', 'felt', 'felt'], read: [], outcome: 'failed' },
    { inputs: ['felt', 'felt'], read: [], outcome: 'failed' },
  ])('on poseidon with inputs $inputs, of whose outputs the program reads $read', ({ inputs, read, outcome }) => {
    const [POSEIDON, GAS, SYSCALLS] = [fp(-7), fp(-6), fp(-5)];
    const code = [
      ...inputs.flatMap((input, i) => assertDeref(input === 'felt' ? GAS : SYSCALLS, POSEIDON, i, 'stay')),
      ...read.flatMap((i) => assertDeref(ap(0), POSEIDON, 3 + i)),
      ...assertBinary(ap(0), POSEIDON, 'add', 6n),
      ...[GAS, SYSCALLS].flatMap((cell) => assertCopy(ap(0), cell)),
      ...assertNumber(ap(0), 0n),
      ...[-4, -3].flatMap((cell) => assertCopy(ap(0), fp(cell))),
      ...ret,
    ];
    const entry = entryOf(programOf(code), { builtins: ['poseidon'] });
    const compared = compareRuns(new WasmMachine(), entry, { seed: 1, maxSteps: 100 });
    expect(compared).toMatchObject({ outcome, difference: undefined });
  });

  const SEED = 20_251_115;
  // The programs must produce many different errors, or they are too similar.
  const expectVariety = (kinds: ReadonlySet<string>, least: number) => {
    expect([...kinds]).toEqual(expect.arrayContaining(['returned', 'panicked']));
    expect(kinds.size).toBeGreaterThan(least);
  };

  test(`on random programs of valid operations (seed ${SEED})`, () => {
    const machine = new WasmMachine();
    const kinds = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const random = new Random(SEED + i);
      const slice = random.pick([1, 7, 1000]);
      const compared = compareRuns(machine, tidyEntry(random), { seed: i, slice, maxSteps: 1000 });
      expect(compared.difference, `seed ${SEED + i}`).toBeUndefined();
      kinds.add(kindOf(compared));
    }
    expectVariety(kinds, 20);
  });

  test(`on programs of random instructions and hints (seed ${SEED})`, () => {
    const machine = new WasmMachine();
    const kinds = new Set<string>();
    for (let i = 0; i < 40; i++)
      growProgram(new Random(SEED + i), 60, (entry, options) => {
        const compared = compareRuns(machine, entry, options);
        expect(compared.difference, `seed ${SEED + i}`).toBeUndefined();
        kinds.add(kindOf(compared));
        return compared.plain;
      });
    expectVariety(kinds, 40);
  });
});

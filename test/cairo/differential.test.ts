import { expect, test } from 'vitest';
import { PlainMachine } from '../../src/cairo/plain/plainMachine.ts';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import { record } from './differential.ts';
import { growProgram } from './growProgram.ts';
import { Random } from './random.ts';

const PROGRAMS = 20;
const SEED = 20_261_115;

test(`both machines agree on random programs (seed ${SEED})`, () => {
  const outcomes: Record<string, number> = {};
  const texts = new Map<string, number>();
  const machine = new WasmMachine();
  const random = new Random(SEED);
  for (let i = 0; i < PROGRAMS; i++)
    growProgram(
      random,
      60,
      () => new PlainMachine(),
      (run, seed, expected) => {
        outcomes[expected.outcome] = (outcomes[expected.outcome] ?? 0) + 1;
        const text = expected.log.at(-1)!.split('\n').at(-1)!.replace(/\d+/g, 'N').slice(0, 90);
        texts.set(text, (texts.get(text) ?? 0) + 1);
        const actual = record(machine, run, { seed, maxSteps: 200, slice: 50 });
        if (JSON.stringify(actual) === JSON.stringify(expected)) return;
        const about = { words: run.program.bytecode, hints: [...run.program.hints], builtins: run.builtins };
        expect({ about, ...actual }).toEqual({ about, ...expected });
      },
    );
  // Many different failures, or the programs are too alike.
  expect(texts.size).toBeGreaterThan(25);
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['returned', 'panicked', 'failed']));
});

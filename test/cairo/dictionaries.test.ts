import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCasm } from '../../src/cairo/casmJson.ts';
import type { EntryPointRun } from '../../src/cairo/machine.ts';
import { programOfCasm } from '../../src/cairo/program.ts';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { type Felt, P } from '../../src/felt/felt.ts';
import { keyOf, ZERO_KEY } from '../../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../../src/protocol/versions.ts';
import { compileSierra } from '../../src/sierra/index.ts';
import { compareRuns } from '../support/cairo/agreement.ts';
import { Random } from '../support/random.ts';

const SEED = 20_261_116;
const sierra = JSON.parse(
  readFileSync(new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url), 'utf8'),
);
const casm = parseCasm(compileSierra(sierra).casm);
const program = programOfCasm(casm);
const entry = casm.entryPointsByType.EXTERNAL.find(({ selector }) => selector === selectorOf('dictionary'))!;

function dictionaryRun(pairs: readonly (readonly [bigint, bigint])[], key: bigint): EntryPointRun {
  return {
    program,
    offset: entry.offset,
    builtins: entry.builtins,
    calldata: [BigInt(pairs.length), ...pairs.flat(), key].map((felt) => keyOf(felt as Felt)),
    initialGas: 10_000_000_000n,
    selector: ZERO_KEY,
    constants: NEWEST_PROTOCOL,
  };
}

/** Keys around the borders of the cell formats and of range checks, and some that are far apart. */
const KEYS = [0n, 1n, 2n ** 60n - 1n, 2n ** 60n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 128n, P - 1n, P - 2n, P >> 1n];

test(`dictionaries in the kernel agree with the definition on random keys (seed ${SEED})`, () => {
  const machine = new WasmMachine();
  for (let i = 0; i < 25; i++) {
    const random = new Random(SEED + i);
    const keys = [
      () => random.pick(KEYS),
      () => random.felt(),
      () => BigInt(random.word() % 40),
      () => (random.felt() >> 124n) + BigInt(random.word() % 3),
    ];
    const some = random.pick([1, 2, 3, 4]);
    const key = () => keys[random.word() % some]!();
    const pairs = Array.from(
      { length: random.word() % random.pick([2, 10, 120]) },
      () => [key(), random.felt()] as const,
    );
    const run = dictionaryRun(pairs, random.pick([pairs[0]?.[0] ?? 0n, key()]));
    const compared = compareRuns(machine, run, { seed: i, slice: random.pick([1, 7, 1000]) });
    expect(compared.difference, `seed ${SEED + i}`).toBeUndefined();
    expect(compared.outcome).toBe('returned');
  }
});

test('a dictionary of hundreds of keys gives the same result as the definition', () => {
  const pairs = Array.from({ length: 600 }, (_, i) => [(BigInt(i) * 2n ** 200n) % P, BigInt(i)] as const);
  const { difference, outcome } = compareRuns(new WasmMachine(), dictionaryRun(pairs, pairs[17]![0]), {
    seed: 1,
    maxSteps: 2_000_000,
  });
  expect(difference).toBeUndefined();
  expect(outcome).toBe('returned');
});

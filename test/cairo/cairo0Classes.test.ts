import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadCairo0 } from '../../src/cairo/cairo0/loadCairo0.ts';
import { PlainMachine } from '../../src/cairo/plain/plainMachine.ts';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import { type Felt, parseFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../../src/protocol/versions.ts';
import { record } from '../support/cairo/differential.ts';
import { Random } from '../support/random.ts';

const OWN = new URL('../../contracts/classes/account_cairo0.json', import.meta.url);
const FOLDER = new URL('../../../shared/artifacts/', import.meta.url);
const FILES = ['cairo0_erc20', 'cairo0_account', 'cairo0_simple_contract', 'system/udc_legacy']
  .map((name) => new URL(`${name}.json`, FOLDER))
  .filter((file) => existsSync(file));

describe('Cairo 0 classes, our own and those of the shared folder', () => {
  test.each([OWN, ...FILES])('%s runs the same on both machines', (file) => {
    const json = JSON.parse(readFileSync(file, 'utf8'));
    const program = loadCairo0(json.program);
    const random = new Random(json.program.data.length);
    const machine = new WasmMachine();
    const outcomes: Record<string, number> = {};
    for (const entry of Object.values(json.entry_points_by_type).flat() as { selector: string; offset: string }[])
      for (let i = 0; i < 16; i++) {
        const run = {
          program,
          offset: Number(entry.offset),
          builtins: program.builtins,
          calldata: Array.from({ length: i >> 1 }, () =>
            keyOf(random.below(2) === 0 ? random.oddFelt() : (BigInt(random.below(3)) as Felt)),
          ),
          initialGas: 0n,
          selector: keyOf(parseFelt(entry.selector)!),
          constants: NEWEST_PROTOCOL,
        };
        const seed = random.word();
        const expected = record(new PlainMachine(), run, { seed });
        outcomes[expected.outcome] = (outcomes[expected.outcome] ?? 0) + 1;
        expect(record(machine, run, { seed, slice: random.pick([1, 7, 10_000]) })).toEqual(expected);
      }
    expect(outcomes['returned']).toBeGreaterThan(0);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareRuns } from '../../../test/support/cairo/agreement.ts';
import {
  advance,
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  fp,
  ret,
} from '../../../test/support/cairo/assembler.ts';
import { Random } from '../../../test/support/random.ts';
import { skipUnless } from '../../../test/support/skipUnless.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { starkPublicKey, starkSign } from '../../felt/stark.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { loadCairo0 } from '../cairo0/loadCairo0.ts';
import type { EntryPointRun } from '../machine.ts';
import type { LoadedProgram } from '../program.ts';
import { WasmMachine } from './wasmMachine.ts';

const TRACKING = { group: 0, offset: 0 };

/** A Cairo 0 program whose hints refer to variables by address: `fp + 3`. */
function programWith(
  words: readonly Felt[],
  hints: readonly { readonly at: number; readonly code: string; readonly ids?: Record<string, string> }[],
  builtins: readonly BuiltinName[] = [],
): LoadedProgram {
  const references: unknown[] = [];
  const refer = (place: string) =>
    references.push({ ap_tracking_data: TRACKING, pc: 0, value: `[cast(${place}, felt*)]` }) - 1;
  return loadCairo0({
    data: words.map((word) => `0x${word.toString(16)}`),
    builtins,
    hints: Object.fromEntries(
      hints.map(({ at, code, ids = {} }) => [
        at,
        [
          {
            accessible_scopes: ['__main__'],
            code,
            flow_tracking_data: {
              ap_tracking: TRACKING,
              reference_ids: Object.fromEntries(
                Object.entries(ids).map(([name, place]) => [`__main__.${name}`, refer(place)]),
              ),
            },
          },
        ],
      ]),
    ),
    identifiers: {},
    reference_manager: { references },
    attributes: [],
  });
}

const entry = (program: LoadedProgram, calldata: readonly bigint[] = []): EntryPointRun => ({
  program,
  offset: 0,
  builtins: [],
  calldata: calldata.map((value) => keyOf(value as Felt)),
  initialGas: 0n,
  selector: keyOf(1n as Felt),
  constants: NEWEST_PROTOCOL,
});

/** Returns the implicit arguments, with the builtins advanced by `moved`, and no felts. */
const giveBack = (moved: readonly number[]): Felt[] => [
  ...assertDeref(ap(0), fp(-5), 0),
  ...moved.flatMap((by, i) => [
    ...assertDeref(ap(0), fp(-5), i + 1),
    ...assertBinary(ap(0), ap(-1), 'add', BigInt(by), 'stay'),
    ...advance(1n),
  ]),
];

test('temporary segments are relocated as on the plain machine', () => {
  const machine = new WasmMachine();
  // fp[0]: temporary segment, fp[1]: its target. Two cells are written before the relocation rule is added, and one after it.
  const words = [
    ...advance(1n),
    ...advance(1n),
    ...assertNumber(ap(0), 7n),
    ...assertDeref(ap(-1), fp(0), 0, 'stay'),
    ...assertNumber(ap(0), 2n ** 200n),
    ...assertDeref(ap(-1), fp(0), 2, 'stay'),
    ...assertCopy(ap(0), fp(0)),
    ...advance(0n),
    ...assertCopy(ap(0), fp(0)),
    ...giveBack([]),
    ...assertNumber(ap(0), 0n),
    ...assertCopy(ap(0), fp(1)),
    ...ret,
  ];
  const program = programWith(words, [
    {
      at: 0,
      code: 'ids.temporary_array = segments.add_temp_segment()',
      ids: { temporary_array: 'fp' },
    },
    { at: 2, code: 'memory[ap] = segments.add()' },
    {
      at: 11,
      code: 'memory.add_relocation_rule(src_ptr=ids.src_ptr, dest_ptr=ids.dest_ptr)',
      ids: { src_ptr: 'fp', dest_ptr: 'fp + 1' },
    },
  ]);
  const { outcome, message, difference } = compareRuns(machine, entry(program), { seed: 1 });
  expect(difference).toBeUndefined();
  expect([outcome, message]).toEqual(['returned', '']);
});

test('signatures are checked when both the public key and the message are written', () => {
  const machine = new WasmMachine();
  const secret = 0x1234567n as Felt;
  const publicKey = starkPublicKey(secret);
  const message = 0xabcdefn as Felt;
  const { r, s } = starkSign(secret, message);
  const outcomes: string[] = [];
  for (const signature of [[r, s], [r, (s + 1n) as Felt], [(r + 1n) as Felt, s], undefined]) {
    // fp[0], fp[1]: the signature; fp[2]: the builtin's pointer.
    const words = [
      ...assertNumber(ap(0), signature?.[0] ?? 0n),
      ...assertNumber(ap(0), signature?.[1] ?? 0n),
      ...assertDeref(ap(0), fp(-5), 1),
      ...assertNumber(ap(0), publicKey),
      ...assertDeref(ap(-1), fp(2), 0, 'stay'),
      ...assertNumber(ap(0), message),
      ...assertDeref(ap(-1), fp(2), 1, 'stay'),
      ...assertDeref(ap(0), fp(-5), 0),
      ...assertBinary(ap(0), fp(2), 'add', 2n),
      ...assertNumber(ap(0), 0n),
      ...assertCopy(ap(0), fp(-3)),
      ...ret,
    ];
    const program = programWith(
      words,
      signature === undefined
        ? []
        : [
            {
              at: 5,
              code: 'ecdsa_builtin.add_signature(ids.ecdsa_ptr.address_, (ids.signature_r, ids.signature_s))',
              ids: { ecdsa_ptr: 'fp + 2', signature_r: 'fp', signature_s: 'fp + 1' },
            },
          ],
      ['ecdsa'],
    );
    const compared = compareRuns(machine, entry(program), { seed: 1 });
    expect(compared.difference).toBeUndefined();
    outcomes.push(compared.outcome);
  }
  expect(outcomes).toEqual(['returned', 'failed', 'failed', 'failed']);
});

const folder = new URL('../../../../shared/artifacts/', import.meta.url);
describe.runIf(skipUnless(existsSync(folder), 'there is no folder of recorded material (../shared)'))(
  'classes beside the repository (../shared)',
  () => {
    test.each(['cairo0_account', 'cairo0_erc20', 'cairo0_simple_contract'])(
      '%s runs as on the plain machine',
      (name) => {
        const machine = new WasmMachine();
        const json = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
        const program = loadCairo0(json.program);
        const outcomes = new Set<string>();
        const points = Object.values(
          json.entry_points_by_type as Record<string, { offset: string; selector: string }[]>,
        );
        for (const [i, { offset, selector }] of points.flat().entries())
          for (let seed = 0; seed < 20; seed++) {
            const random = new Random(seed * 100 + i);
            const calldata = Array.from({ length: random.below(6) }, () =>
              random.below(2) === 0 ? BigInt(random.below(4)) : random.oddFelt(),
            );
            const run = {
              ...entry(program, calldata),
              offset: Number(offset),
              selector: keyOf(BigInt(selector) as Felt),
            };
            const slice = random.pick([1, 7, 1000]);
            const { outcome, difference } = compareRuns(machine, run, { seed, slice });
            expect(difference, `${selector} seed ${seed}`).toBeUndefined();
            outcomes.add(outcome);
          }
        expect(outcomes).toContain('failed');
        expect(outcomes).toContain('returned');
      },
    );
  },
);

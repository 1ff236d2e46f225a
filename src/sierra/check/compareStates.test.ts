import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { type Cell, place, value } from '../casm/cell.ts';
import { findDifference, haveSameVariables } from './compareStates.ts';
import type { State } from './flowState.ts';
import { depthOf, floorOf, OFF_STACK } from './stack.ts';

const program = parseProgram('type felt252 = felt252;\ntype u8 = u8;\nreturn();\nreturn();\nf@0() -> ();');

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.nat(2).map((offset) => place('ap', offset)),
  fc.nat(2).map((offset) => place('fp', offset)),
  fc.nat(1).map((n) => value(n)),
);
const reference = fc.record({
  type: fc.nat(1),
  cells: fc.array(cell, { maxLength: 2 }),
  slot: fc.integer({ min: OFF_STACK, max: 3 }),
  source: fc.integer({ min: -1, max: -1 }),
  output: fc.nat(1),
});
const state: fc.Arbitrary<State> = fc
  .record({
    names: fc.shuffledSubarray([0, 1, 2, 3]),
    references: fc.array(reference, { minLength: 4, maxLength: 4 }),
    tracked: fc.boolean(),
    top: fc.nat(5),
    ap: fc.nat(2),
  })
  .map(({ names, references, tracked, top, ap }) => ({
    function: 0,
    variables: new Map(names.map((name, i) => [name, references[i]!])),
    tracking: tracked ? { base: -1, from: 0 } : undefined,
    frame: { state: 'before', base: 0, cells: 0 },
    top,
    plain: 0,
    tokens: [],
    ap,
    mayMerge: true,
  }));

/** The state as another path leaves it: further up the stack, and introduced by other statements. */
function like(state: State, by: number, changed: number): State {
  const variables = new Map(
    [...state.variables].map(([name, found], i) => {
      const slot = found.slot === OFF_STACK ? OFF_STACK : found.slot + by;
      return [name, { ...found, slot, output: i === changed ? found.output + 1 : found.output }];
    }),
  );
  return { ...state, variables, top: state.top + by };
}

test('states that the fast comparison finds equal have no difference', () => {
  let [same, alike] = [0, 0];
  fc.assert(
    fc.property(state, state, fc.nat(3), fc.nat(5), (known, other, by, changed) => {
      for (const met of [other, like(known, by, changed)]) {
        const difference = findDifference(known, met, program);
        if (difference === undefined) alike++;
        if (!haveSameVariables(known, met)) continue;
        same++;
        expect(difference).toBeUndefined();
      }
    }),
    { numRuns: 5000 },
  );
  // The fast comparison recognises most of the equal states.
  expect(same).toBeGreaterThan(alike / 2);
});

test('a variable on the stack is not one that has left it', () => {
  const [known, met] = [
    { slot: OFF_STACK, top: 0 },
    { slot: 1, top: 2 },
  ].map(({ slot, top }): State => {
    const variables = new Map([[3, { type: 1, cells: [], slot, source: -1, output: 0 }]]);
    const frame = { state: 'before', base: 0, cells: 0 } as const;
    return { function: 0, variables, tracking: undefined, frame, top, plain: 0, tokens: [], ap: 0, mayMerge: true };
  });
  expect(haveSameVariables(known!, met!)).toBe(false);
  expect(haveSameVariables(met!, known!)).toBe(false);
  expect(findDifference(known!, met!, program)).toBe(
    'Variable [3] stack index mismatch. Expected `None`, got `Some(0)`.',
  );
});

test('the stack is known down to the first slot without a variable', () => {
  const variables = new Map([1, 3, 4, OFF_STACK].map((slot, i) => [i, { slot }]));
  expect(floorOf(variables, 5)).toBe(3);
  expect(floorOf(variables, 6)).toBe(6);
  expect([1, 3, 4, OFF_STACK].map((slot) => depthOf({ slot }, 3))).toEqual([OFF_STACK, 0, 1, OFF_STACK]);
  expect(floorOf(new Map([[0, { slot: 0 }]]), 1)).toBe(0);
});

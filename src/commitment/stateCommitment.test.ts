import { expect, test } from 'vitest';
import { finish, type Steps } from '../async/steps.ts';
import { keyOfNumber } from '../felt/key.ts';
import { State } from '../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../state/stateDiff.ts';
import { StateCommitment } from './stateCommitment.ts';

/** A diff that writes a cell. */
const writing = (cell: number, value: number): StateDiff => ({
  ...EMPTY_DIFF,
  storage: new Map([[keyOfNumber(9), new Map([[keyOfNumber(cell), keyOfNumber(value)]])]]),
});

function* again(diff: StateDiff): Steps<StateDiff> {
  yield;
  return diff;
}

const next = (before: StateCommitment, diff: StateDiff): StateCommitment =>
  before.next({ stateDiff: diff, mergeStateDiff: () => again(diff) });

/** The commitments of a chain whose blocks write one cell each, and its states. */
function chain(blocks: number): {
  readonly commitments: readonly StateCommitment[];
  readonly states: readonly State[];
} {
  const states = [State.over()];
  const commitments = [StateCommitment.of(states[0]!)];
  for (let i = 1; i <= blocks; i++) {
    states.push(states.at(-1)!.apply(writing(i % 7, i)));
    commitments.push(next(commitments.at(-1)!, writing(i % 7, i)));
  }
  return { commitments, states };
}

test('each root is that of the whole state', () => {
  const { commitments, states } = chain(150);
  expect(commitments[150]!.root).toBe(StateCommitment.of(states[150]!).root);
  for (const i of [0, 1, 30, 64, 90]) expect(commitments[i]!.root).toBe(StateCommitment.of(states[i]!).root);
});

test('tries that were dropped are made again, with pauses, for proofs and for blocks after them', () => {
  const { commitments, states } = chain(150);
  expect(commitments[150]!.root).not.toBe(0n);
  expect(finish(commitments[30]!.tries()).root).toBe(commitments[30]!.root);
  const other = next(commitments[30]!, writing(99, 5));
  expect(other.isLong).toBe(true);
  expect(other.root).toBe(StateCommitment.of(states[30]!.apply(writing(99, 5))).root);
  // Its tries are kept, and so are those of the last blocks.
  expect(next(other, writing(98, 5)).isLong).toBe(false);
  expect(next(commitments[140]!, writing(98, 5)).isLong).toBe(false);
});

test('a whole state, and many changed cells, are committed with pauses', () => {
  const first = StateCommitment.of(State.over());
  expect(first.isLong).toBe(true);
  expect(first.root).toBe(0n);
  expect(first.isLong).toBe(false);
  const cells = new Map(Array.from({ length: 1000 }, (_, i) => [keyOfNumber(i), keyOfNumber(i + 1)] as const));
  const large = next(first, { ...EMPTY_DIFF, storage: new Map([[keyOfNumber(9), cells]]) });
  expect(large.isLong).toBe(true);
  let pauses = 0;
  for (const steps = large.tries(); !steps.next().done; ) pauses++;
  expect(pauses).toBeGreaterThan(3);
});

import { expect, test } from 'vitest';
import { executeTransaction } from '../../src/execution/executeTransaction.ts';
import type { Outcome } from '../../src/execution/outcome.ts';
import type { Submission } from '../../src/execution/transaction.ts';
import { toFelt } from '../../src/felt/felt.ts';
import { Need } from '../../src/state/need.ts';
import { State } from '../../src/state/state.ts';
import { ESTIMATE, SEND, World } from '../support/world.ts';
import { SlowBase } from './slowBase.ts';

const SEED = 20_261_115;

/** A small generator with a printed seed: the same cases on every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A transaction that may succeed, revert or be rejected. */
function anyTransaction(world: World, next: (below: number) => number): Submission {
  const [one, other] = world.accounts;
  const [from, to] = next(2) ? [one, other] : [other, one];
  const target = next(3) ? to.address : toFelt(0x1_0000 + next(1000));
  switch (next(5)) {
    case 0:
      return world.transfer(from, target, 10n ** 40n);
    case 1:
      return world.transfer(from, target, 1n, { nonce: toFelt(next(4)) });
    case 2:
      return world.invoke(from, [{ to: toFelt(0x999), name: 'nothing', calldata: [] }]);
    default:
      return world.transfer(from, target, BigInt(1 + next(1_000_000)));
  }
}

test(`random transactions with reverts give the same state as the remaining ones alone (seed ${SEED})`, () => {
  const next = random(SEED);
  const kinds = { succeeded: 0, reverted: 0, rejected: 0, restored: 0 };
  const world = new World();
  const start = world.state;
  let survivors: Submission[] = [];
  const snapshots: { state: State; survivors: Submission[] }[] = [];
  const outcomes = new Map<Submission, Outcome>();
  for (let i = 0; i < 48; i++) {
    if (next(6) === 0) snapshots.push({ state: world.state, survivors: survivors.slice() });
    if (next(8) === 0 && snapshots.length) {
      const snapshot = snapshots.splice(next(snapshots.length))[0]!;
      world.state = snapshot.state;
      survivors = snapshot.survivors.slice();
      kinds.restored++;
      continue;
    }
    const submission = anyTransaction(world, next);
    const before = world.state;
    const outcome = world.run(submission);
    expect(world.state).toBe(before);
    if (outcome.kind === 'rejected') {
      kinds.rejected++;
      continue;
    }
    const { executed } = outcome;
    kinds[executed.failure === undefined ? 'succeeded' : 'reverted']++;
    world.state = world.state.apply(executed.stateDiff, executed.declared);
    survivors.push(submission);
    outcomes.set(submission, outcome);
  }
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(2);

  const again = new World();
  again.state = start;
  for (const submission of survivors) {
    const outcome = again.run(submission);
    expect(outcome).toEqual(outcomes.get(submission));
    if (outcome.kind === 'included') again.state = again.state.apply(outcome.executed.stateDiff);
  }
  for (const { address } of world.accounts) {
    expect(again.balance(address)).toBe(world.balance(address));
    expect(again.nonce(address)).toBe(world.nonce(address));
  }
});

test('an execution that fetches every value gives the same result as one that has them all', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const submissions = [
    world.transfer(from, to.address, 5n),
    world.transfer(from, toFelt(0xbeef), 5n),
    world.transfer(from, to.address, 10n ** 40n),
    world.transfer(from, to.address, 5n, { signature: [] }),
    world.transfer(from, to.address, 5n, { nonce: toFelt(3) }),
  ];
  for (const submission of submissions)
    for (const flags of [SEND, ESTIMATE]) {
      const local = world.run(submission, flags);
      const base = new SlowBase(world.state);
      const { block, machine } = world;
      const execution = executeTransaction({ state: State.over(base), block, machine }, submission, flags);
      let step = execution.next();
      for (; !step.done; step = execution.next()) if (step.value instanceof Need) base.provide([step.value.item]);
      expect(step.value).toEqual(local);
      expect(base.fetches).toBeGreaterThan(0);
    }
});

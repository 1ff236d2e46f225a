import { expect, test } from 'vitest';
import type { ClassDefinition } from '../../src/classes/declaredClass.ts';
import { runLocal } from '../../src/execution/environment.ts';
import type { FindClass } from '../../src/execution/explain/explainCalls.ts';
import { explainTransaction } from '../../src/execution/explain/explainTransaction.ts';
import type { Explanation } from '../../src/execution/explain/explanation.ts';
import { formatExplanation } from '../../src/execution/explain/formatExplanation.ts';
import type { LocateCode } from '../../src/execution/explain/locations.ts';
import type { Submission } from '../../src/execution/transaction.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { CLASSES, ENOUGH, SEND, TOKEN, World } from '../support/world.ts';

function explain(world: World, submission: Submission): Explanation {
  const { state, block, machine } = world;
  const find = (classHash: Parameters<typeof state.declaredClassAt>[0]) => state.declaredClassAt(classHash)?.definition;
  return runLocal(explainTransaction({ state, block, machine }, submission, SEND, find));
}

test('a reverted transaction is explained by the contract and function that panicked', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const explanation = explain(world, world.transfer(from, to.address, 10n ** 30n));
  expect(explanation.status).toBe('reverted');
  expect(explanation.reason).toMatch(/^transfer of Ether \(0x70c\) panicked with 0x[0-9a-f]+ \('.*balance.*'\)\.$/);
  const account = `MockAccount (${formatFelt(from.address)})`;
  const text = formatExplanation(explanation);
  expect(text).toContain(`__validate__ of ${account} returned`);
  expect(text).toContain(`__execute__ of ${account} panicked: '`);
  expect(text).toMatch(/\n└─ transfer of Ether \(0x70c\) panicked: '/);
});

test('a success shows validation, execution and the fee', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const { status, reason, calls } = explain(world, world.transfer(from, to.address, 1n));
  expect([status, reason]).toEqual(['succeeded', undefined]);
  expect(calls.map(({ functionName }) => functionName)).toEqual(['__validate__', '__execute__', 'transfer']);
});

test('a bound that is too low is given as the reason', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const l1DataGas = { ...ENOUGH.l1DataGas, maxAmount: 150n };
  const { status, reason } = explain(
    world,
    world.transfer(from, to.address, 1n, { resourceBounds: { ...ENOUGH, l1DataGas } }),
  );
  expect(status).toBe('reverted');
  expect(reason).toMatch(/^Insufficient max L1DataGas: max amount: 150, actual used: \d+\.$/);
});

test('the explanation of a rejected transaction says why', () => {
  const world = new World();
  const [from, to] = world.accounts;
  expect(explain(world, world.transfer(from, to.address, 1n, { nonce: toFelt(9) }))).toMatchObject({
    status: 'rejected',
    reason: 'Account transaction nonce is invalid.',
    calls: [],
  });
  const unsigned = explain(world, world.transfer(from, to.address, 1n, { signature: [toFelt(1), toFelt(2)] }));
  expect(unsigned).toMatchObject({
    status: 'rejected',
    calls: [{ functionName: '__validate__', end: { kind: 'panicked' } }],
  });
  expect(unsigned.reason).toMatch(/^__validate__ of MockAccount \(0x[0-9a-f]+\) panicked with /);
});

test('a contract that does not exist is named by its address', () => {
  const world = new World();
  const [from] = world.accounts;
  const { reason } = explain(world, world.invoke(from, [{ to: toFelt(0x777), name: 'anything', calldata: [] }]));
  expect(reason).toMatch(
    /^Requested contract address 0x0+777 is not deployed\. This happened in function 0x[0-9a-f]+ of contract 0x777\.$/,
  );
  expect(TOKEN).toBe(0x70cn);
});

test('a panic is located in every class on its way that has debug information', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const { state, block, machine } = world;
  const find: FindClass = (classHash) => {
    const definition = state.declaredClassAt(classHash)?.definition;
    return definition && ({ ...definition, debugInfo: {} } as ClassDefinition);
  };
  const names = new Map([
    [keyOf(CLASSES.token.classHash), 'token'],
    [keyOf(CLASSES.account.classHash), 'account'],
  ]);
  const locate: LocateCode = (classHash, offset) => `${names.get(classHash)}:${offset}`;
  const submission = world.transfer(from, to.address, 10n ** 30n);
  const { locations } = runLocal(explainTransaction({ state, block, machine }, submission, SEND, find, locate));
  const files = locations.map((location) => location.split(':')[0]);
  // The locations in the token come first: it panicked, and the account propagated the panic.
  expect([files[0], files.at(-1)]).toEqual(['token', 'account']);
  expect(files.lastIndexOf('token')).toBeLessThan(files.indexOf('account'));
});

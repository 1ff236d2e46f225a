import { expect, test } from 'vitest';
import type { Submission } from '../../src/execution/transaction.ts';
import { type Felt, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { explainTransaction } from '../../src/tools/explain/explainTransaction.ts';
import type { Explanation } from '../../src/tools/explain/explanation.ts';
import { formatExplanation } from '../../src/tools/explain/formatExplanation.ts';
import { type FindClass, factsOf } from '../../src/tools/names/classFacts.ts';
import { runLocal } from '../support/runLocal.ts';
import { CLASSES, ENOUGH, SEND, TOKEN, World } from '../support/world.ts';

function explain(world: World, submission: Submission): Explanation {
  const { state, block, machine } = world;
  const find: FindClass = (classHash) => {
    const definition = state.declaredClassAt(classHash)?.definition;
    return definition && factsOf(definition);
  };
  return runLocal(explainTransaction({ state, block, machine }, submission, SEND, find)).explanation;
}

test('a reverted transaction is explained by the contract and function that panicked', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const explanation = explain(world, world.transfer(from, to.address, 10n ** 30n));
  expect(explanation.status).toBe('reverted');
  expect(explanation.reason).toMatch(/^Ether\.transfer at 0x70c panicked with '.*balance.*'\.$/);
  expect(plain(formatExplanation(explanation), from.address)).toMatchInlineSnapshot(`
    "The transaction was reverted: Ether.transfer at 0x70c panicked with 'ERC20: insufficient balance'.

    validate: MockAccount.__validate__(…) → 0x56414c4944 ('VALID') [N gas]
    execute: MockAccount.__execute__(…) panicked: 'ERC20: insufficient balance' [N gas]
    └─ Ether.transfer(recipient: 0x7ae8…dc19, amount: N) panicked: 'ERC20: insufficient balance' [N gas]
    fee transfer: Ether.transfer(recipient: 0x1000, amount: N) → true [N gas]
    └─ emit Transfer(from: 0x6e2e…06a1, to: 0x1000, value: 929633000000000)

    Fee: N STRK (N L2 gas)

    Storage changes:
      Ether ERC20_balances[0x6e2e…06a1]: 10000000000000000000000 → 9999999070367000000000
      Ether ERC20_balances[0x1000]: 0 → 929633000000000

    Contracts:
      MockAccount ACCOUNT
      Ether 0x70c
    "
  `);
});

/** The text without numbers that depend on prices of gas. */
const plain = (text: string, account: Felt) =>
  text
    .replaceAll(formatFelt(account), 'ACCOUNT')
    .replace(/[\d,]+ (L2 gas|gas)/g, 'N $1')
    .replace(/[\d.]+ STRK/g, 'N STRK')
    .replace(/amount: \d{9,}/g, 'amount: N')
    .replace(/0x[0-9a-f]{20,}/g, 'FELT');

test('a success shows validation, execution and the fee', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const explanation = explain(world, world.transfer(from, to.address, 1n));
  const { status, reason, calls } = explanation;
  expect([status, reason]).toEqual(['succeeded', undefined]);
  expect(calls.map(({ functionName }) => functionName)).toEqual(['__validate__', '__execute__', 'transfer']);
  expect(calls.map(({ phase }) => phase)).toEqual(['validate', 'execute', 'fee_transfer']);
  expect(plain(formatExplanation(explanation), from.address)).toMatchInlineSnapshot(`
    "The transaction succeeded.

    validate: MockAccount.__validate__(…) → 0x56414c4944 ('VALID') [N gas]
    execute: MockAccount.__execute__(…) → [[0x1]] [N gas]
    └─ Ether.transfer(recipient: 0x7ae8…dc19, amount: 1) → true [N gas]
       └─ emit Transfer(from: 0x6e2e…06a1, to: 0x7ae8…dc19, value: 1)
    fee transfer: Ether.transfer(recipient: 0x1000, amount: N) → true [N gas]
    └─ emit Transfer(from: 0x6e2e…06a1, to: 0x1000, value: 1314547000000000)

    Fee: N STRK (N L2 gas)

    Storage changes:
      Ether ERC20_balances[0x6e2e…06a1]: 10000000000000000000000 → 9999998685452999999999
      Ether ERC20_balances[0x7ae8…dc19]: 10000000000000000000000 → 10000000000000000000001
      Ether ERC20_balances[0x1000]: 0 → 1314547000000000

    Contracts:
      MockAccount ACCOUNT
      Ether 0x70c
    "
  `);
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
    reason: expect.stringMatching(/Account nonce: 0; got: 9\.$/),
    calls: [],
  });
  const unsigned = explain(world, world.transfer(from, to.address, 1n, { signature: [toFelt(1), toFelt(2)] }));
  expect(unsigned).toMatchObject({
    status: 'rejected',
    calls: [{ functionName: '__validate__', end: { kind: 'panicked' } }],
  });
  expect(unsigned.reason).toMatch(/^MockAccount\.__validate__ at 0x[0-9a-f…]+ panicked with /);
});

test('a contract that does not exist is named by its address', () => {
  const world = new World();
  const [from] = world.accounts;
  const { reason } = explain(world, world.invoke(from, [{ to: toFelt(0x777), name: 'anything', calldata: [] }]));
  expect(reason).toMatch(
    /^Requested contract address 0x777 is not deployed\. It was called by MockAccount\.__execute__ at 0x[0-9a-f]+…[0-9a-f]+\.$/,
  );
  expect(TOKEN).toBe(0x70cn);
});

test('a panic is located in every class on its way that has debug information', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const { state, block, machine } = world;
  /** Debug information that puts every statement of a class at a line of its own. */
  const debugInfo = (file: string) => {
    const statements = Array.from({ length: 20_000 }, (_, line) => [[file, { start: { line, col: 0 } }]]);
    return { annotations: { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: statements } } };
  };
  const names = new Map([
    [keyOf(CLASSES.token.classHash), debugInfo('token.cairo')],
    [keyOf(CLASSES.account.classHash), debugInfo('account.cairo')],
  ]);
  const find: FindClass = (classHash) => {
    const definition = state.declaredClassAt(classHash)?.definition;
    return definition && { ...factsOf(definition), debugInfo: names.get(classHash) };
  };
  const submission = world.transfer(from, to.address, 10n ** 30n);
  const { stack } = runLocal(explainTransaction({ state, block, machine }, submission, SEND, find)).explanation;
  const files = stack.map(({ span }) => span!.file);
  // The locations in the token come first: it panicked, and the account propagated the panic.
  expect([files[0], files.at(-1)]).toEqual(['token.cairo', 'account.cairo']);
  expect(files.lastIndexOf('token.cairo')).toBeLessThan(files.indexOf('account.cairo'));
});

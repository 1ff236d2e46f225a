import { expect, test } from 'vitest';
import { PlainMachine } from '../../src/cairo/plain/plainMachine.ts';
import { formatErrorStack } from '../../src/execution/errors/formatErrorStack.ts';
import { feeOf, pricesIn } from '../../src/execution/gas/fee.ts';
import { VIRTUAL_SNOS, VIRTUAL_SNOS_OUTPUT } from '../../src/execution/hash/proofFacts.ts';
import { estimateFailure, simulationFailure, submissionError } from '../../src/execution/rejectionError.ts';
import type { TransactionTrace } from '../../src/execution/trace.ts';
import type { L1HandlerTransaction } from '../../src/execution/transaction.ts';
import { feltOfAscii, toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { rpcErrorOf } from '../../src/rpc/rpcError.ts';
import {
  CLASSES,
  ENOUGH,
  ESTIMATE,
  newAccount,
  publicClass,
  SEND,
  SEQUENCER,
  TOKEN,
  World,
  ZERO_BOUNDS,
} from '../support/world.ts';

const TRANSFER_EVENT = 0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9n;

test('a transfer moves tokens, uses a nonce and pays the sequencer', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const before = world.balance(from.address);
  const { receipt, trace, failure } = world.include(world.transfer(from, to.address, 12_345n));
  expect(failure).toBeUndefined();
  expect(receipt.execution).toEqual({ status: 'SUCCEEDED' });
  const fee = receipt.actualFee.amount;
  expect(fee).toBe(feeOf(receipt.gas, pricesIn('FRI', world.block.prices), 0n));
  expect(world.balance(from.address)).toBe(before - 12_345n - fee);
  expect(world.balance(SEQUENCER)).toBe(fee);
  expect(world.nonce(from.address)).toBe(1n);
  expect(receipt.events.map((event) => event.keys[0])).toEqual([TRANSFER_EVENT, TRANSFER_EVENT]);
  expect(receipt.events[1]!.keys.slice(1)).toEqual([from.address, SEQUENCER]);
  expect(receipt.daGas.l1DataGas).toBe(192n);
  expect(trace).toMatchObject({ type: 'INVOKE', gasMode: 'All' });
  const { executeInvocation } = trace as Extract<TransactionTrace, { type: 'INVOKE' }>;
  expect(executeInvocation).toMatchObject({ tracked: 'SierraGas', failed: false });
});

test('both machines give the same outcome', () => {
  const outcomes = [new World(), new World(new PlainMachine())].map((world) => {
    const [from, to] = world.accounts;
    const good = world.include(world.transfer(from, to.address, 5n));
    const bad = world.include(world.transfer(from, to.address, 10n ** 30n));
    return [good, bad];
  });
  expect(outcomes[0]).toEqual(outcomes[1]);
});

test('the tip is paid with every unit of L2 gas', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const plain = world.run(world.transfer(from, to.address, 1n));
  const tipped = world.run(world.transfer(from, to.address, 1n, { tip: 1000n }));
  if (plain.kind !== 'included' || tipped.kind !== 'included') throw new Error('rejected');
  const { gas, actualFee } = tipped.executed.receipt;
  expect(gas).toEqual(plain.executed.receipt.gas);
  expect(actualFee.amount).toBe(plain.executed.receipt.actualFee.amount + gas.l2Gas * 1000n);
});

test('a reverted transaction keeps its nonce and its fee, and nothing else', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const { receipt, stateDiff, trace, failure } = world.include(world.transfer(from, to.address, 10n ** 30n));
  expect(receipt.execution.status).toBe('REVERTED');
  expect(typeof failure === 'object' && formatErrorStack(failure)).toBe(
    receipt.execution.status === 'REVERTED' && receipt.execution.revertReason,
  );
  expect(receipt.execution).toMatchObject({
    revertReason: expect.stringContaining("('ERC20: insufficient balance').\n"),
  });
  expect(stateDiff.nonces.size).toBe(1);
  expect([...stateDiff.storage.keys()]).toEqual([keyOf(TOKEN)]);
  expect(stateDiff.storage.get(keyOf(TOKEN))!.size).toBe(2);
  expect(receipt.events.length).toBe(1);
  expect(receipt.gas.l2Gas).toBeGreaterThan(0n);
  expect(trace).toMatchObject({ executeInvocation: { revertReason: expect.stringContaining('Failure reason') } });
});

test('a transaction that uses more gas than a bound is reverted and pays for the bound', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const submission = world.transfer(from, to.address, 1n, {
    resourceBounds: { ...ENOUGH, l2Gas: { ...ENOUGH.l2Gas, maxAmount: 1_000_000n } },
  });
  const { receipt } = world.include(submission);
  expect(receipt.execution).toMatchObject({
    status: 'REVERTED',
    revertReason: expect.stringMatching(/^Insufficient max L2Gas: max amount: 1000000, actual used: \d+\.$/),
  });
  // The data gas is for two balances and the nonce.
  expect(receipt.actualFee.amount).toBe((1_000_000n + 192n) * 10n ** 9n);
  expect(receipt.daGas.l1DataGas).toBe(128n);
  expect(world.balance(to.address)).toBe(10n ** 22n);
});

test('a transaction that spends its own fee is reverted', () => {
  const world = new World();
  const [, to] = world.accounts;
  const [from] = world.accounts;
  const max = 10n ** 10n * 2_000_000_000n + 10_000n * 2_000_000_000n + 100_000n * 2_000_000_000n;
  world.fund(from.address, max);
  const { receipt } = world.include(world.transfer(from, to.address, max - 5n));
  expect(receipt.execution).toMatchObject({
    status: 'REVERTED',
    revertReason: `Insufficient fee token balance. Fee: ${receipt.actualFee.amount}, balance: low/high 5/0.`,
  });
});

test('a transaction that cannot be included is rejected with its reason', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const low = { ...ENOUGH, l2Gas: { maxAmount: 100n, maxPricePerUnit: 1n } };
  const cases = [
    [world.transfer(from, to.address, 1n, { nonce: toFelt(9) }), 52, 'nonce'],
    [world.transfer(from, to.address, 1n, { resourceBounds: low }), 53, 'resources'],
    [world.transfer(from, to.address, 1n, { signature: [toFelt(1), toFelt(2)] }), 55, 'validation'],
    [world.transfer(from, to.address, 1n, { proofFacts: [toFelt(1)] }), 55, 'proofFacts'],
  ] as const;
  for (const [submission, code, kind] of cases) {
    const rejection = world.rejection(submission);
    expect(rejection.kind).toBe(kind);
    expect(rpcErrorOf(submissionError(rejection)).code).toBe(code);
  }
  const poor = new World();
  poor.fund(from.address, 10n);
  const balance = poor.rejection(poor.transfer(from, to.address, 1n));
  expect(balance).toMatchObject({ kind: 'balance', text: expect.stringContaining('exceed balance (10).') });
  expect(rpcErrorOf(submissionError(balance)).code).toBe(54);
});

test('the versions PROOF1 and PROOF2 of proof facts are allowed', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const reason = (version: string) => {
    const proofFacts = [feltOfAscii(version), VIRTUAL_SNOS, toFelt(7), VIRTUAL_SNOS_OUTPUT, ...[1, 2, 3].map(toFelt)];
    const rejection = world.rejection(world.transfer(from, to.address, 1n, { proofFacts }));
    return rejection.kind === 'proofFacts' ? rejection.text : rejection.kind;
  };
  expect(reason('PROOF0')).toContain('(PROOF0) is not allowed under this protocol version.');
  for (const version of ['PROOF1', 'PROOF2']) expect(reason(version)).toBe('Virtual OS program hash 7 is not allowed');
});

test('an error has different texts for submissions, estimates and simulations', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const nonce = world.rejection(world.transfer(from, to.address, 1n, { nonce: toFelt(9) }));
  const address = `0x${from.address.toString(16).padStart(64, '0')}`;
  expect(submissionError(nonce).data).toBe(
    `Invalid transaction nonce of contract at address ${address}. Account nonce: 0; got: 9.`,
  );
  expect(estimateFailure(nonce)).toBe('Account transaction nonce is invalid.');
  const hex = (digit: number) => `0x${'0'.repeat(63)}${digit}`;
  expect(simulationFailure(nonce)).toContain(`Account nonce: ${hex(0)}; got: ${hex(9)}.`);
  const resources = world.rejection(
    world.transfer(from, to.address, 1n, {
      resourceBounds: { ...ENOUGH, l1DataGas: { maxAmount: 1n, maxPricePerUnit: 1n } },
    }),
  );
  expect(simulationFailure(resources)).toBe(
    'Resource bounds were not satisfied: Max L1DataGas amount (1) is lower than the minimal gas amount: 128.\n' +
      'Max L1DataGas price (1) is lower than the actual gas price: 1000000000.',
  );
  const { transaction } = world.transfer(from, to.address, 2n);
  const foreign = 'signature' in transaction ? transaction.signature : [];
  const signature = world.rejection(world.transfer(from, to.address, 1n, { signature: foreign }));
  expect(submissionError(signature).data).toMatch(/^The `validate` entry point panicked with:\nError in contract \(/);
  expect(estimateFailure(signature)).toBe(`Account validation failed: ${submissionError(signature).data}`);
});

test('a higher nonce is accepted only if the order is not enforced', () => {
  const world = new World();
  const [from, to] = world.accounts;
  world.include(world.transfer(from, to.address, 1n, { nonce: toFelt(5) }), { ...SEND, strictNonce: false });
  expect(world.nonce(from.address)).toBe(1n);
});

test('an estimate with zero bounds equals the cost of the sent transaction', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const newcomer = toFelt(0xbeef);
  const estimated = world.run(
    world.transfer(from, newcomer, 7n, { resourceBounds: ZERO_BOUNDS }),
    // The account runs differently for the query version; otherwise the gas is exactly the same.
    { ...ESTIMATE, onlyQuery: false },
  );
  const queried = world.run(
    world.transfer(from, newcomer, 7n, { resourceBounds: ZERO_BOUNDS, isQuery: true }),
    ESTIMATE,
  );
  if (queried.kind !== 'included') throw new Error('rejected');
  if (estimated.kind !== 'included') throw new Error('rejected');
  const sent = world.include(world.transfer(from, newcomer, 7n));
  expect(estimated.executed.receipt.gas).toEqual(sent.receipt.gas);
  const apart = Number(queried.executed.receipt.gas.l2Gas - sent.receipt.gas.l2Gas);
  expect(Math.abs(apart)).toBeLessThan(5000);
  // A new cell is part of the gas, but not of the data availability gas.
  expect(sent.receipt.gas.l1DataGas - sent.receipt.daGas.l1DataGas).toBe(32n);
  expect(estimated.executed.stateDiff.storage.get(keyOf(TOKEN))!.size).toBe(2);
  expect(to.address).not.toBe(newcomer);
});

test('bounds on L1 gas alone are counted and paid in L1 gas', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const bounds = { ...ZERO_BOUNDS, l1Gas: { maxAmount: 100_000n, maxPricePerUnit: 2_000_000_000n } };
  const { receipt, trace } = world.include(world.transfer(from, to.address, 7n, { resourceBounds: bounds }));
  expect(receipt.execution.status).toBe('SUCCEEDED');
  expect(receipt.gas.l2Gas).toBe(0n);
  expect(receipt.gas.l1Gas).toBeGreaterThan(20n);
  expect(trace.gasMode).toBe('NoL2Gas');
  // A new cell costs L2 gas, which such bounds cannot pay. The transaction is rejected.
  const rejection = world.rejection(world.transfer(from, toFelt(0xbeef), 7n, { resourceBounds: bounds }));
  expect(rejection.kind).toBe('resources');
});

test('a class can be declared only once, and only by an account that validates it', async () => {
  const world = new World();
  const [from] = world.accounts;
  const recipient = await publicClass('contracts_message_recipient');
  const { receipt, stateDiff, declared } = world.include(world.declare(from, recipient));
  expect(receipt.type).toBe('DECLARE');
  expect(stateDiff.declared.get(keyOf(recipient.classHash))).toBe(keyOf(recipient.compiledClassHash));
  expect(declared.get(keyOf(recipient.classHash))).toBe(recipient);
  expect(world.state.classAt(keyOf(recipient.classHash))).toBe(recipient.runnable);
  const { bytecodeFelts, sierraFelts, abiBytes } = recipient.size;
  expect(receipt.gas.l2Gas).toBeGreaterThan(BigInt((bytecodeFelts + sierraFelts) * 32 + abiBytes) * 1280n);
  const again = world.rejection(world.declare(from, recipient));
  expect(again).toEqual({ kind: 'alreadyDeclared', classHash: recipient.classHash });
  expect(rpcErrorOf(submissionError(again)).code).toBe(51);
});

test('an account can deploy itself only once, and only if it can pay', () => {
  const world = new World();
  const fresh = newAccount(5);
  expect(world.rejection(world.deployAccount(fresh)).kind).toBe('balance');
  world.fund(fresh.address, 10n ** 21n);
  const { receipt, stateDiff, trace } = world.include(world.deployAccount(fresh));
  expect(receipt.contractAddress).toBe(fresh.address);
  expect(stateDiff.deployed.get(keyOf(fresh.address))).toBe(keyOf(CLASSES.account.classHash));
  expect(trace).toMatchObject({
    type: 'DEPLOY_ACCOUNT',
    constructorInvocation: { call: { entryPointType: 'CONSTRUCTOR' } },
    validateInvocation: { failed: false },
  });
  const taken = world.rejection(world.deployAccount(fresh, { nonce: toFelt(1) }));
  expect(submissionError(taken)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('already deployed at address'),
  });
  const unknown = world.rejection(world.deployAccount(newAccount(5), { classHash: toFelt(0x777), nonce: toFelt(1) }));
  expect(rpcErrorOf(submissionError(unknown)).code).toBe(28);
});

test('a message to a contract that does not exist is reverted and is charged only for itself', () => {
  const world = new World();
  const transaction: L1HandlerTransaction = {
    type: 'L1_HANDLER',
    version: 0,
    nonce: toFelt(1),
    contractAddress: toFelt(9),
    entryPointSelector: toFelt(3),
    calldata: [toFelt(0xe7), toFelt(1), toFelt(2)],
    paidFeeOnL1: 1n,
  };
  const { receipt, trace } = world.include({ transaction, hash: toFelt(77) });
  expect(receipt.gas).toEqual({ l1Gas: 16_023n, l1DataGas: 0n, l2Gas: 170_240n });
  expect(receipt.actualFee).toEqual({ amount: 0n, unit: 'WEI' });
  expect(trace).toMatchObject({
    functionInvocation: { revertReason: expect.stringContaining('is not deployed.\n') },
    gasMode: 'NoL2Gas',
  });
});

test('the account rejects a signature of small numbers without an error in the curve operations', () => {
  const world = new World();
  const [from, to] = world.accounts;
  const rejection = world.rejection(world.transfer(from, to.address, 1n, { signature: [toFelt(1), toFelt(2)] }));
  if (rejection.kind !== 'validation') throw new Error(rejection.kind);
  expect(formatErrorStack(rejection.stack)).toMatch(/^The `validate` entry point panicked with:\n/);
});

// Bounds, tips and estimates of transactions that the library sends.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox, SandboxError, TransactionRevertedError } from '../../src/index.ts';
import { errors } from '../../src/protocol/errors.ts';

const branching = readFileSync(new URL('../../contracts/classes/branching.sierra.json', import.meta.url), 'utf8');
const ARGUMENTS = { public_key: 5n, dear: false };
let start: Sandbox;
beforeAll(async () => {
  start = await Sandbox.create({ seed: 7, accounts: 3, stateArchiveCapacity: 'full' });
});
afterAll(() => start.close());

function fresh() {
  const box = start.clone();
  const [alice, bob] = box.accounts;
  return { box, alice, bob };
}

const sentOf = (box: Sandbox, transaction_hash: `0x${string}`) =>
  box.request<{ readonly tip: string; readonly nonce: string; readonly resource_bounds: unknown }>(
    'starknet_getTransactionByHash',
    { transaction_hash },
  );

describe('an estimate', () => {
  test('tells gas, fee and bounds that suffice, and changes nothing', async () => {
    const { box, alice, bob } = fresh();
    const estimate = await box.strk.estimate.transfer(bob, 5n, { from: alice });
    expect(await box.estimate(box.strk.populate.transfer(bob, 5n))).toEqual(estimate);
    expect(await box.blocks.number()).toBe(await start.blocks.number());
    const { fee, l1Gas, l1DataGas, l2Gas, resourceBounds } = estimate;
    expect(resourceBounds.l2Gas.maxAmount).toBe(l2Gas);
    const price = (name: 'l1Gas' | 'l1DataGas' | 'l2Gas') => resourceBounds[name].maxPricePerUnit;
    expect(fee).toBe(l1Gas * price('l1Gas') + l1DataGas * price('l1DataGas') + l2Gas * price('l2Gas'));

    const sent = await box.strk.write.transfer(bob, 5n, { from: alice, resourceBounds });
    expect(sent.fee).toBeGreaterThan(0n);
    expect(sent.fee).toBeLessThanOrEqual(fee);
    expect(await sentOf(box, sent.transactionHash)).toMatchObject({
      resource_bounds: { l2_gas: { max_amount: `0x${l2Gas.toString(16)}` } },
    });
  });

  test('of several calls is that of one transaction', async () => {
    const { box, bob } = fresh();
    const call = box.strk.populate.transfer(bob, 5n);
    const one = await box.estimate(call);
    const two = await box.estimate([call, call]);
    expect(two.l2Gas).toBeGreaterThan(one.l2Gas);
    expect(two.l2Gas).toBeLessThan(2n * one.l2Gas);
  });

  test('includes the tip, where the protocol charges tips', async () => {
    const { box, bob } = fresh();
    const { fee, l2Gas } = await box.strk.estimate.transfer(bob, 5n);
    expect((await box.strk.estimate.transfer(bob, 5n, { tip: 1000 })).fee).toBe(fee + 1000n * l2Gas);
    await using old = await Sandbox.create({ seed: 7, accounts: 2, protocolVersion: '0.13.6' });
    const free = await old.strk.estimate.transfer(bob, 5n);
    expect(await old.strk.estimate.transfer(bob, 5n, { tip: 1000 })).toEqual(free);
  });

  test('is of the block that was named', async () => {
    const { box, bob } = fresh();
    const before = await box.blocks.number();
    const { fee } = await box.strk.estimate.transfer(bob, 5n);
    await box.setGasPrices({ l2GasPriceFri: 5n * 10n ** 9n, mine: true });
    expect((await box.strk.estimate.transfer(bob, 5n, { block: before })).fee).toBe(fee);
    expect((await box.strk.estimate.transfer(bob, 5n)).fee).toBeGreaterThan(3n * fee);
  });

  test('fails for what would be reverted or refused', async () => {
    const { box, alice, bob } = fresh();
    const reverted = await box.strk.estimate.transfer(bob, 10n ** 40n).catch((error) => error);
    expect(reverted).toBeInstanceOf(SandboxError);
    expect(reverted.reason).toBe('ERC20: insufficient balance');
    await expect(box.strk.estimate.transfer(bob, 1n, { nonce: 77n })).rejects.toThrow('Account nonce: 0; got: 77');
    const wrongKey = { address: alice.address, privateKey: 5n };
    await expect(box.strk.estimate.transfer(bob, 1n, { from: wrongKey })).rejects.toThrow('invalid signature');
    await expect(box.strk.estimate.transfer(bob, 1n, { from: '0x1234' })).rejects.toThrow('no account at 0x1234');
    await expect(box.estimate([], { resourceBounds: {} } as object)).rejects.toThrow(
      "There is no option 'resourceBounds'. The options are from, nonce, tip, block.",
    );
  });

  test('is possible for an account that is impersonated', async () => {
    const { box, bob } = fresh();
    const whale = { address: box.accounts[2]!.address, privateKey: 5n };
    await box.impersonate(whale.address);
    expect((await box.strk.estimate.transfer(bob, 5n, { from: whale })).l2Gas).toBeGreaterThan(0n);
  });
});

describe('bounds that are too low', () => {
  const { insufficientResourcesForValidate, insufficientAccountBalance } = errors;

  test.each([
    ['amount of L2 gas', { l2Gas: 1000 }, 'Max L2Gas amount (1000) is lower than the minimal gas amount'],
    ['amount of L1 data gas', { l1DataGas: { maxAmount: '1' } }, 'Max L1DataGas amount (1) is lower than'],
    ['price', { l2Gas: { maxPricePerUnit: 1n } }, 'Max L2Gas price (1) is lower than the actual gas price'],
  ] as const)('are refused by the chain: %s', async (_, resourceBounds, text) => {
    const { box, bob } = fresh();
    const refused = await box.strk.write.transfer(bob, 5n, { resourceBounds }).catch((error) => error);
    expect(refused).toBeInstanceOf(SandboxError);
    expect(refused.code).toBe(insufficientResourcesForValidate.code);
    expect(refused.reason).toContain(text);
    expect(await box.getNonce(box.accounts[0]!.address)).toBe(0n);
  });

  test('revert the transaction if L2 gas runs out, and the sender pays', async () => {
    const { box, alice, bob } = fresh();
    const bounds = { l2Gas: 600_000 };
    const error = await box.strk.write.transfer(bob, 5n, { resourceBounds: bounds }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(TransactionRevertedError);
    expect(error.reason).toBe('Out of gas');
    expect(await box.balanceOf(bob)).toBe(bob.initialBalance);
    expect(await box.balanceOf(alice)).toBe(alice.initialBalance - BigInt(error.receipt.actual_fee.amount));
    const call = box.strk.populate.transfer(bob, 5n);
    const { receipt } = await box.execute(call, { resourceBounds: bounds, allowRevert: true });
    expect(receipt.execution_status).toBe('REVERTED');
  });

  test('revert a transaction that ends with more than its bound', async () => {
    const { box, bob } = fresh();
    const { l2Gas } = await box.strk.estimate.transfer(bob, 5n);
    const sending = box.strk.write.transfer(bob, 5n, { resourceBounds: { l2Gas: (l2Gas * 9n) / 10n } });
    await expect(sending).rejects.toThrow(/Insufficient max L2Gas: max amount: \d+, actual used: \d+/);
  });

  test('and bounds above the balance are refused, where the defaults would fit', async () => {
    const { box, bob } = fresh();
    const resourceBounds = { l2Gas: { maxAmount: 10n ** 9n, maxPricePerUnit: 10n ** 15n } };
    const refused = await box.strk.write.transfer(bob, 5n, { resourceBounds }).catch((error) => error);
    expect(refused.code).toBe(insufficientAccountBalance.code);
    await box.strk.write.transfer(bob, 5n);
  });
});

describe('a tip', () => {
  test('is paid for each unit of L2 gas', async () => {
    const { box, bob } = fresh();
    const plain = await box.strk.write.transfer(bob, 5n);
    const sent = await box.strk.write.transfer(bob, 5n, { tip: 10n, nonce: 1n });
    const { l2_gas } = sent.receipt.execution_resources;
    expect(l2_gas).toBe(plain.receipt.execution_resources.l2_gas);
    expect(sent.fee - plain.fee).toBe(10n * BigInt(l2_gas));
    expect(await sentOf(box, sent.transactionHash)).toMatchObject({ tip: '0xa', nonce: '0x1' });
  });

  test('may be so high that only the estimated bounds can be paid', async () => {
    const { box, bob } = fresh();
    const sent = await box.strk.write.transfer(bob, 5n, { tip: 10n ** 13n });
    expect(sent.fee).toBeGreaterThan(10n ** 19n);
  });
});

describe('declarations and deployments', () => {
  test('take bounds and a tip', async () => {
    const { box } = fresh();
    const low = { resourceBounds: { l2Gas: 1 } };
    await expect(box.declare(branching, low)).rejects.toThrow('Max L2Gas amount (1) is lower');
    const declared = await box.declare(branching, { tip: 3n });
    expect(await sentOf(box, declared.transactionHash!)).toMatchObject({ tip: '0x3' });
    await expect(box.deploy(declared, ARGUMENTS, low)).rejects.toThrow('Max L2Gas amount (1) is lower');
    const { deployment } = await box.deploy(declared, ARGUMENTS, { tip: 4n });
    expect(await sentOf(box, deployment.transactionHash)).toMatchObject({ tip: '0x4' });
  });

  test('use them for the deployment alone, if the class is declared first', async () => {
    const { box } = fresh();
    const resourceBounds = { l2Gas: 10_000_000 };
    const { deployment } = await box.deploy(branching, ARGUMENTS, { resourceBounds, tip: 4n });
    const sent = await sentOf(box, deployment.transactionHash);
    expect(sent).toMatchObject({ tip: '0x4', nonce: '0x1', resource_bounds: { l2_gas: { max_amount: '0x989680' } } });
    const declaration = await box.request<unknown>('starknet_getTransactionByBlockIdAndIndex', {
      block_id: { block_number: deployment.receipt.block_number - 1 },
      index: 0,
    });
    expect(declaration).toMatchObject({ type: 'DECLARE', tip: '0x0', nonce: '0x0' });
    expect(declaration).not.toMatchObject({ resource_bounds: { l2_gas: { max_amount: '0x989680' } } });
  });
});

test('what are no bounds is refused, with the name of the member', async () => {
  const { box, bob } = fresh();
  const send = (resourceBounds: unknown) => box.strk.write.transfer(bob, 5n, { resourceBounds } as object);
  await expect(send({ l2_gas: 5 })).rejects.toThrow(
    "There is no member 'l2_gas' in resourceBounds. Did you mean l2Gas?",
  );
  await expect(send({ l2Gas: { max_amount: 5 } })).rejects.toThrow('Did you mean maxAmount?');
  await expect(send(5)).rejects.toThrow('resourceBounds must be an object, such as { l2Gas: 1_000_000 }, not 5.');
  await expect(send(Promise.resolve({}))).rejects.toThrow('await');
  await expect(send({ l2Gas: null })).rejects.toThrow('resourceBounds.l2Gas must be an object');
  await expect(send({ l2Gas: 2n ** 64n })).rejects.toThrow('resourceBounds.l2Gas must be from 0 to 2^64 - 1');
  await expect(send({ l1Gas: { maxPricePerUnit: 2n ** 128n } })).rejects.toThrow(
    'resourceBounds.l1Gas.maxPricePerUnit must be from 0 to 2^128 - 1',
  );
  await expect(box.strk.write.transfer(bob, 5n, { tip: 2n ** 64n })).rejects.toThrow('tip must be from 0 to 2^64 - 1');
});

import { describe, expect, test as plainTest } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import {
  assertChangesBalance,
  assertChangesBalances,
  assertEmits,
  assertReverts,
  assertUsesAtMost,
  trackSandbox,
} from '../../src/testing/index.ts';
import { sandboxTest } from '../../src/testing/vitest.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ETH = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const transfer = (to: string, amount: bigint, token = STRK) => ({
  to: token,
  entryPoint: 'transfer',
  calldata: [to, amount & (2n ** 128n - 1n), amount >> 128n],
});
const starknetTransfer = (to: string, amount: bigint) => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: [to, amount & (2n ** 128n - 1n), amount >> 128n],
});
const TOO_MUCH = 10n ** 30n;
/** The message of a failed expectation. */
const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it passed',
    (error: Error) => error.message,
  );

const test = sandboxTest({ seed: 7, accounts: 2 });

describe('toRevertWith', () => {
  test('finds the reason of transactions and calls of a sandbox', async ({ box }) => {
    const call = transfer('0x99', TOO_MUCH);
    await expect(box.execute(call)).toRevertWith('ERC20: insufficient balance');
    await expect(() => box.execute(call)).toRevertWith(/^ERC20: .* balance$/);
    await expect(box.execute(call, { allowRevert: true })).toRevertWith('insufficient');
    await expect(box.call(call)).toRevertWith('ERC20: transfer from 0');
    await expect(box.execute(transfer('0x99', 5n))).not.toRevertWith();
  });

  test('finds the reason of what starknet.js sends and estimates', async ({ box }) => {
    const alice = account(box, 0);
    const call = starknetTransfer('0x99', TOO_MUCH);
    await expect(alice.execute(call)).toRevertWith('ERC20: insufficient balance');
    const { receipt } = await box.execute(transfer('0x99', 5n));
    const bound = { max_amount: 10n ** 9n, max_price_per_unit: 10n ** 10n };
    const unchecked = { resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound } };
    await expect(alice.execute(call, unchecked)).toRevertWith('ERC20: insufficient balance');
    const { transaction_hash } = await alice.execute(call, unchecked);
    await expect(alice.provider.waitForTransaction(transaction_hash)).toRevertWith('insufficient balance');
    await expect(alice.provider.waitForTransaction(receipt.transaction_hash)).not.toRevertWith();
    expect(await failure(expect(alice.execute(call)).toRevertWith('Not the owner'))).toContain('ERC20.transfer(');
  });

  test('shows the calls when the reason is another one', async ({ box }) => {
    const message = await failure(expect(box.execute(transfer('0x99', TOO_MUCH))).toRevertWith('Not the owner'));
    expect(message).toContain('Expected a revert with "Not the owner", but it reverted for another reason: ERC20: ins');
    expect(message).toContain('ERC20.transfer(recipient: 0x99');
    expect(await failure(expect(box.execute(transfer('0x99', 5n))).toRevertWith('x'))).toBe(
      'Expected a revert with "x", but it succeeded.',
    );
    expect(await failure(expect(box.execute(transfer('0x99', TOO_MUCH))).not.toRevertWith())).toContain(
      'Expected no revert, but it reverted: ERC20: insufficient balance',
    );
  });

  test('throws errors that are no reverts again', async ({ box }) => {
    const mistake = () => Promise.reject(new RangeError('a mistake in the test'));
    await expect(failure(expect(mistake).toRevertWith())).resolves.toBe('a mistake in the test');
    await expect(failure(expect(mistake).not.toRevertWith())).resolves.toBe('a mistake in the test');
    const wrongNonce = box.execute(transfer('0x99', 5n), { nonce: 100n });
    expect(await failure(expect(wrongNonce).not.toRevertWith('x'))).toContain('nonce');
  });
});

describe('toEmit', () => {
  test('finds events by name, contract and members', async ({ box }) => {
    const sent = box.execute(transfer('0x99', 5n));
    await expect(sent).toEmit('Transfer');
    await expect(sent).toEmit(STRK, 'Transfer', { to: '0x0099', value: 5 });
    await expect(sent).toEmit({ address: STRK }, 'Transfer', { from: box.accounts[0]!.address });
    await expect(sent).not.toEmit(STRK, 'Transfer', { to: '0x99', value: 6n });
    await expect(sent).not.toEmit(ETH, 'Transfer');
    await expect(sent).not.toEmit('Approval');
    await expect(account(box, 1).execute(starknetTransfer('0x99', 5n))).toEmit('Transfer', { to: 0x99n });
  });

  test('shows the events that there were, and the calls', async ({ box }) => {
    const message = await failure(expect(box.execute(transfer('0x99', 5n))).toEmit(STRK, 'Transfer', { value: 6n }));
    expect(message).toContain(`to emit the event Transfer with value: 6 of ${STRK}. It emitted:\n  Transfer(`);
    expect(message).toContain('to: 0x99, value: 5');
    expect(message).toContain('Account.__execute__');
  });

  test('names a member that the event does not have, and a transaction that was reverted', async ({ box }) => {
    const sent = box.execute(transfer('0x99', 5n));
    expect(await failure(expect(sent).toEmit('Transfer', { recipient: '0x99' }))).toContain('no member recipient');
    const reverted = () => box.execute(transfer('0x99', TOO_MUCH));
    expect(await failure(expect(reverted).not.toEmit('Transfer'))).toContain(
      'The transaction was reverted: ERC20: insufficient balance',
    );
  });
});

describe('toEmit with a misspelt name', () => {
  test('says what was meant, also with not', async ({ box }) => {
    const sent = box.execute(transfer('0x99', 5n));
    const words = `The contract ${STRK} has no event Transfr. Did you mean Transfer?`;
    expect(await failure(expect(sent).toEmit(STRK, 'Transfr'))).toBe(words);
    expect(await failure(expect(sent).not.toEmit(STRK, 'Transfr'))).toBe(words);
  });
});

describe('toChangeBalance', () => {
  test('measures around a function, and leaves out the fee', async ({ box }) => {
    const [alice, bob] = box.accounts;
    const send = () => box.execute(transfer(bob!.address, 5n));
    await expect(send).toChangeBalance(bob!, 5n);
    await expect(send).toChangeBalance(alice!.address, -5n);
    await expect(send).toChangeBalances([
      [alice!, -5],
      [bob!, 5],
      ['0x99', 0],
    ]);
    await expect(send).not.toChangeBalance(alice!, -5n, { includeFee: true });
    await expect(() => box.execute(transfer('0x99', 7n, ETH))).toChangeBalance('0x99', 7n, 'ETH');
    await expect(() => box.execute(transfer('0x99', 7n, ETH))).toChangeBalance('0x99', 7n, ETH);
    await expect(() => box.mint('0x99', 3n)).toChangeBalance('0x99', 3n);
    const sendByClient = () => account(box, 0).execute(starknetTransfer(bob!.address, 5n));
    await expect(sendByClient).toChangeBalances([
      [alice!, -5n],
      [bob!, 5n],
    ]);
  });

  test('reads the events of a transaction that was sent already', async ({ box }) => {
    const [alice, bob] = box.accounts;
    const sent = await box.execute(transfer(bob!.address, 5n));
    await expect(sent).toChangeBalances([
      [alice!, -5n],
      [bob!, 5n],
    ]);
    await expect(Promise.resolve(sent)).toChangeBalance(alice!, -5n - sent.fee, { includeFee: true });
  });

  test('shows the true change', async ({ box }) => {
    const message = await failure(expect(() => box.execute(transfer('0x99', 5n))).toChangeBalance('0x99', 6n));
    expect(message).toContain('the balance of 0x99 changed by 5 (expected 6)');
    expect(message).toContain('Account.__execute__');
  });
});

describe('toUseAtMost', () => {
  test('compares what was used with the limits', async ({ box }) => {
    const sent = await box.execute(transfer('0x99', 5n));
    await expect(sent).toUseAtMost({ l2Gas: 5_000_000, l1Gas: 0, fee: 10n ** 18n });
    await expect(sent).not.toUseAtMost({ l2Gas: 1000 });
    expect(await failure(expect(sent).toUseAtMost({ l2Gas: 1000n }))).toMatch(
      /stay within its limits, but it used \d+ L2 gas \(at most 1000\)\./,
    );
    expect(await failure(expect(sent).toUseAtMost({ gas: 5 } as never))).toContain('not gas');
  });
});

describe('assertions without expect', () => {
  plainTest('are the same checks', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 2 });
    const stop = trackSandbox(box);
    const [alice, bob] = box.accounts;
    const send = () => box.execute(transfer(bob!.address, 5n));
    await assertReverts(box.execute(transfer('0x99', TOO_MUCH)), 'insufficient');
    await assertEmits(send, STRK, 'Transfer', { value: 5n });
    await assertChangesBalance(send, bob!, 5n);
    await assertChangesBalances(send, [
      [alice!, -5n],
      [bob!, 5n],
    ]);
    await assertUsesAtMost(send, { l2Gas: 5_000_000 });
    await expect(assertReverts(send)).rejects.toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' });
    stop();
    expect(await failure(assertEmits(send, 'Transfer'))).toContain('call trackSandbox(box)');
    expect(await failure(assertChangesBalance(send, bob!, 5n))).toContain('call trackSandbox(box)');
    expect(await failure(assertUsesAtMost(Promise.resolve('0x1234'), { l2Gas: 5 }))).toContain(
      'No sandbox has the transaction 0x1234',
    );
    expect(await failure(assertUsesAtMost(5, { l2Gas: 5 }))).toContain('Expected a transaction');
  });
});

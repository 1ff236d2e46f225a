import { account } from 'starbox/starknet';
import { sandboxTest } from 'starbox/testing/vitest';
import { expect } from 'vitest';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = (to: string, amount: bigint) => ({ to: STRK, entryPoint: 'transfer', calldata: [to, amount, 0n] });

const test = sandboxTest({
  seed: 7,
  setup: async (box) => {
    await box.mint('0x99', 100n);
    return { treasury: '0x99' };
  },
});

test('a transfer moves the balance and emits an event', async ({ box }) => {
  const [alice, bob] = box.accounts;
  const send = () => box.execute(transfer(bob.address, 5n), { from: alice });
  await expect(send).toChangeBalances([
    [alice, -5n],
    [bob, 5n],
  ]);
  await expect(send).toEmit(STRK, 'Transfer', { from: alice.address, to: bob.address, value: 5n });
  await expect(send).toUseAtMost({ l2Gas: 2_000_000 });
});

test('nobody can send more than they have', async ({ box }) => {
  await expect(box.execute(transfer('0x99', 10n ** 30n))).toRevertWith('ERC20: insufficient balance');
});

test('starknet.js does not wait', async ({ box, values }) => {
  const alice = account(box, 0);
  const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [values.treasury, 5n, 0n] };
  const { transaction_hash } = await alice.execute(call);
  await expect(alice.provider.waitForTransaction(transaction_hash)).toChangeBalance(values.treasury, 5n);
});

test('every test starts from the setup', async ({ box, values }) => {
  expect(await box.balanceOf(values.treasury)).toBe(100n);
});

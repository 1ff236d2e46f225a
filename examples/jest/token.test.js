const { account } = require('starbox/starknet');
const { useSandbox } = require('starbox/testing/jest');

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = (to, amount) => ({ to: STRK, entryPoint: 'transfer', calldata: [to, amount, 0n] });

const sandbox = useSandbox({
  seed: 7,
  setup: async (box) => {
    await box.mint('0x99', 100n);
    return { treasury: '0x99' };
  },
});

test('a transfer moves the balance and emits an event', async () => {
  const { box } = sandbox;
  const [alice, bob] = box.accounts;
  const send = () => box.execute(transfer(bob.address, 5n), { from: alice });
  await expect(send).toChangeBalance(bob, 5n);
  await expect(send).toEmit(STRK, 'Transfer', { from: alice.address, to: bob.address, value: 5n });
});

test('nobody can send more than they have', async () => {
  await expect(sandbox.box.execute(transfer('0x99', 10n ** 30n))).toRevertWith('ERC20: insufficient balance');
});

test('starknet.js does not wait', async () => {
  const alice = account(sandbox.box, 0);
  const { treasury } = sandbox.values;
  const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [treasury, 5n, 0n] };
  await expect(() => alice.execute(call)).toChangeBalance(treasury, 5n);
});

test('every test starts from the setup', async () => {
  expect(await sandbox.box.balanceOf(sandbox.values.treasury)).toBe(100n);
});

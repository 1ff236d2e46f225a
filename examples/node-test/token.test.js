import assert from 'node:assert/strict';
import test from 'node:test';
import { account } from 'starbox/starknet';
import { assertChangesBalance, assertEmits, assertReverts, withSandbox } from 'starbox/testing';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = (to, amount) => ({ to: STRK, entryPoint: 'transfer', calldata: [to, amount, 0n] });

// Tests with the same options share one prepared chain; each gets a clone of it.
const options = {
  seed: 7,
  setup: async (box) => {
    await box.mint('0x99', 100n);
    return { treasury: '0x99' };
  },
};

test(
  'a transfer moves the balance and emits an event',
  withSandbox(options, async (box) => {
    const [alice, bob] = box.accounts;
    const send = () => box.execute(transfer(bob.address, 5n), { from: alice });
    await assertChangesBalance(send, bob, 5n);
    await assertEmits(send, STRK, 'Transfer', { from: alice.address, to: bob.address, value: 5n });
  }),
);

test(
  'nobody can send more than they have',
  withSandbox(options, async (box) => {
    await assertReverts(box.execute(transfer('0x99', 10n ** 30n)), 'ERC20: insufficient balance');
  }),
);

test(
  'starknet.js does not wait',
  withSandbox(options, async (box, _context, { treasury }) => {
    const alice = account(box, 0);
    const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [treasury, 5n, 0n] };
    await assertChangesBalance(() => alice.execute(call), treasury, 5n);
  }),
);

test(
  'every test starts from the setup',
  withSandbox(options, async (box, _context, { treasury }) => {
    assert.equal(await box.balanceOf(treasury), 100n);
  }),
);

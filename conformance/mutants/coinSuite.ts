// Thirty tests of contracts/mutants/src/coin.cairo, for measurements.
import assert from 'node:assert/strict';
import { assertEmits, assertReverts } from '../../src/testing/index.ts';
import type { Suite, Tested } from './suite.ts';

type Account = { readonly address: string };
const ZERO = '0x0';
const DAY = 86_400;
const balance = ({ contract }: Tested, { address }: Account): Promise<bigint> => contract.read.balance_of(address);
const votes = ({ contract }: Tested, { address }: Account): Promise<bigint> => contract.read.votes_of(address);

/** A test after the owner has given Alice 10,000 coins. */
const withAlice =
  (run: (given: Tested) => Promise<void>) =>
  async (given: Tested): Promise<void> => {
    await given.contract.write.transfer(given.alice.address, 10_000n);
    await run(given);
  };

export const coinSuite: Suite = {
  contract: 'Coin',
  arguments: (box) => [box.accounts[0]!.address, 1_000_000n, 100_000n],
  tests: {
    'begins with the supply at its admin': async (given) => {
      assert.equal(await given.contract.read.total_supply(), 100_000n);
      assert.equal(await balance(given, given.owner), 100_000n);
      assert.equal(await given.contract.read.role_of(given.owner.address), 3n);
      assert.equal(await given.contract.read.decimals(), 6n);
      assert.deepEqual(Object.values(await given.contract.read.state_of()), [false, 0n, 0n, 900_000n]);
    },
    'refuses a wrong start': async ({ box, deploy, owner }) => {
      await assertReverts(deploy(box, [owner.address, 10n, 11n]), 'supply above cap');
      await assertReverts(deploy(box, [ZERO, 10n, 10n]), 'admin is zero');
      assert.equal(await (await deploy(box, [owner.address, 10n, 10n])).read.total_supply(), 10n);
    },
    'transfers without a fee from the treasury': async (given) => {
      const { contract, owner, alice } = given;
      await assertEmits(contract.write.transfer(alice.address, 1_000n), contract, 'Transfer', {
        from: owner.address,
        to: alice.address,
        value: 1_000n,
      });
      assert.deepEqual([await balance(given, owner), await balance(given, alice)], [99_000n, 1_000n]);
      assert.equal(await contract.simulate.transfer(alice.address, 1n), true);
    },
    'takes a fee from others': withAlice(async (given) => {
      const { contract, owner, alice, bob } = given;
      await contract.write.transfer(bob.address, 1_000n, { from: alice });
      assert.deepEqual([await balance(given, alice), await balance(given, bob)], [9_000n, 995n]);
      assert.equal(await balance(given, owner), 90_005n);
      assert.deepEqual(Object.values(await contract.read.state_of()), [false, 0n, 2n, 900_000n]);
    }),
    'computes fees': async ({ contract, owner, alice }) => {
      const fee = (account: Account, amount: bigint) => contract.read.fee_of(account.address, amount);
      assert.deepEqual(await Promise.all([9n, 10n, 2_000n, 20_000n, 90_000n].map((amount) => fee(alice, amount))), [
        0n,
        1n,
        10n,
        100n,
        100n,
      ]);
      assert.equal(await fee(owner, 90_000n), 0n);
    },
    'lets the admin change the fee': async ({ contract, alice }) => {
      await contract.write.set_fee(1_000n, 7n);
      assert.equal(await contract.read.fee_of(alice.address, 50n), 5n);
      assert.equal(await contract.read.fee_of(alice.address, 5_000n), 7n);
      await assertReverts(contract.write.set_fee(1_001n, 7n), 'fee too high');
      await assertReverts(contract.write.set_fee(1n, 7n, { from: alice }), 'role missing');
    },
    'exempts accounts from fees': async ({ contract, alice }) => {
      await contract.write.set_exempt(alice.address, true);
      assert.equal(await contract.read.fee_of(alice.address, 5_000n), 0n);
      await contract.write.set_exempt(alice.address, false);
      assert.equal(await contract.read.fee_of(alice.address, 5_000n), 25n);
      await assertReverts(contract.write.set_exempt(alice.address, true, { from: alice }), 'role missing');
    },
    'refuses transfers of too much, and to nobody': async ({ contract, alice }) => {
      await assertReverts(contract.write.transfer(alice.address, 100_001n), 'balance too low');
      await assertReverts(contract.write.transfer(ZERO, 1n), 'recipient is zero');
      await contract.write.transfer(alice.address, 100_000n);
    },
    'spends an allowance': withAlice(async (given) => {
      const { contract, alice, bob } = given;
      await assertEmits(contract.write.approve(bob.address, 50n, { from: alice }), contract, 'Approval', {
        owner: alice.address,
        spender: bob.address,
        value: 50n,
      });
      await contract.write.transfer_from(alice.address, bob.address, 9n, { from: bob });
      assert.equal(await contract.read.allowance(alice.address, bob.address), 41n);
      assert.equal(await balance(given, bob), 9n);
      await assertReverts(
        contract.write.transfer_from(alice.address, bob.address, 42n, { from: bob }),
        'allowance too low',
      );
      await contract.write.transfer_from(alice.address, bob.address, 41n, { from: bob });
    }),
    'changes an allowance': async ({ contract, owner, alice }) => {
      await contract.write.increase_allowance(alice.address, 30n);
      await contract.write.increase_allowance(alice.address, 5n);
      assert.equal(await contract.read.allowance(owner.address, alice.address), 35n);
      await assertReverts(contract.write.increase_allowance(alice.address, 0n), 'nothing added');
      await contract.write.decrease_allowance(alice.address, 15n);
      assert.equal(await contract.read.allowance(owner.address, alice.address), 20n);
      await assertReverts(contract.write.decrease_allowance(alice.address, 21n), 'allowance too low');
      await contract.write.decrease_allowance(alice.address, 20n);
      await assertReverts(contract.write.approve(ZERO, 1n), 'spender is zero');
    },
    'pays many': async (given) => {
      const { contract, owner, alice, bob } = given;
      const to = [alice.address, owner.address, bob.address, bob.address];
      assert.equal(await contract.simulate.pay_all(to, [5n, 7n, 0n, 3n]), 8n);
      await contract.write.pay_all(to, [5n, 7n, 0n, 3n]);
      assert.deepEqual([await balance(given, alice), await balance(given, bob)], [5n, 3n]);
      await assertReverts(contract.write.pay_all(to, [5n]), 'lists differ');
      await assertReverts(contract.write.pay_all([owner.address], [5n]), 'nothing paid');
      const many = (count: number) => [new Array(count).fill(bob.address), new Array(count).fill(1n)];
      await assertReverts(contract.write.pay_all(...many(11)), 'too many');
      await contract.write.pay_all(...many(10));
      assert.equal(await balance(given, bob), 13n);
    },
    mints: async (given) => {
      const { contract, alice } = given;
      await assertEmits(contract.write.mint(alice.address, 60_000n), contract, 'Transfer', {
        from: ZERO,
        to: alice.address,
        value: 60_000n,
      });
      assert.equal(await contract.read.total_supply(), 160_000n);
      assert.equal(await balance(given, alice), 60_000n);
      await assertReverts(contract.write.mint(ZERO, 1n), 'account is zero');
      await assertReverts(contract.write.mint(alice.address, 1n, { from: alice }), 'role missing');
    },
    'mints a tenth of the cap each day': async ({ box, contract, alice }) => {
      await contract.write.mint(alice.address, 60_000n);
      await assertReverts(contract.write.mint(alice.address, 40_001n), 'too much today');
      await contract.write.mint(alice.address, 40_000n);
      await box.time.increase(DAY);
      await contract.write.mint(alice.address, 100_000n);
      assert.equal(await contract.read.total_supply(), 300_000n);
    },
    'mints no more than the cap': async ({ box, deploy, owner }) => {
      const full = await deploy(box, [owner.address, 100n, 95n]);
      await assertReverts(full.write.mint(owner.address, 6n), 'supply above cap');
      await full.write.mint(owner.address, 5n);
      assert.equal(await full.read.total_supply(), 100n);
    },
    burns: withAlice(async (given) => {
      const { contract, alice, owner } = given;
      await assertEmits(contract.write.burn(4_000n, { from: alice }), contract, 'Transfer', {
        from: alice.address,
        to: ZERO,
        value: 4_000n,
      });
      assert.equal(await contract.read.total_supply(), 96_000n);
      assert.equal(await balance(given, alice), 6_000n);
      await assertReverts(contract.write.burn(6_001n, { from: alice }), 'balance too low');
      await assertReverts(contract.write.burn(0n, { from: alice }), 'nothing to burn');
      await assertReverts(contract.write.burn_from(alice.address, 1n), 'allowance too low');
      await contract.write.approve(owner.address, 6_000n, { from: alice });
      await contract.write.burn_from(alice.address, 6_000n);
      assert.equal(await balance(given, alice), 0n);
    }),
    'gives roles': async ({ contract, owner, alice, bob }) => {
      await assertEmits(contract.write.set_role(alice.address, 1n), contract, 'RoleSet', { role: 1n });
      await contract.write.mint(bob.address, 5n, { from: alice });
      await assertReverts(contract.write.set_paused(true, { from: alice }), 'role missing');
      await assertReverts(contract.write.set_role(bob.address, 1n, { from: alice }), 'role missing');
      await assertReverts(contract.write.set_role(alice.address, 4n), 'no such role');
      await assertReverts(contract.write.set_role(owner.address, 0n), 'own role');
      await contract.write.set_role(alice.address, 3n);
      await contract.write.set_role(bob.address, 2n, { from: alice });
      assert.equal(await contract.read.role_of(bob.address), 2n);
    },
    'is paused by guards': async ({ contract, alice, bob }) => {
      await contract.write.set_role(alice.address, 2n);
      await contract.write.set_paused(true, { from: alice });
      await assertReverts(contract.write.transfer(bob.address, 1n), 'paused');
      await assertReverts(contract.write.set_paused(true), 'no change');
      await contract.write.set_paused(false);
      await contract.write.transfer(bob.address, 1n);
      assert.deepEqual(Object.values(await contract.read.state_of()), [false, 1n, 1n, 900_000n]);
    },
    'freezes coins': withAlice(async (given) => {
      const { contract, owner, alice, bob } = given;
      await assertEmits(contract.write.freeze(alice.address, 9_000n), contract, 'Frozen', { amount: 9_000n });
      assert.equal(await contract.read.free_of(alice.address), 1_000n);
      await assertReverts(contract.write.transfer(bob.address, 1_001n, { from: alice }), 'balance too low');
      await contract.write.transfer(bob.address, 1_000n, { from: alice });
      await contract.write.freeze(alice.address, 9_001n);
      assert.equal(await contract.read.free_of(alice.address), 0n);
      await assertReverts(contract.write.freeze(owner.address, 1n), 'an admin');
      await assertReverts(contract.write.freeze(alice.address, 1n, { from: bob }), 'role missing');
    }),
    'seizes what is frozen': withAlice(async (given) => {
      const { contract, owner, alice, bob } = given;
      await assertReverts(contract.write.seize(alice.address), 'nothing frozen');
      await contract.write.freeze(alice.address, 3_000n);
      await assertEmits(contract.write.seize(alice.address), contract, 'Transfer', {
        to: owner.address,
        value: 3_000n,
      });
      assert.deepEqual([await balance(given, alice), await balance(given, owner)], [7_000n, 93_000n]);
      await contract.write.freeze(alice.address, 8_000n);
      assert.equal(await contract.simulate.seize(alice.address), 7_000n);
      await contract.write.seize(alice.address);
      assert.equal(await balance(given, alice), 0n);
      await contract.write.transfer(alice.address, 1_000n);
      assert.equal(await contract.read.free_of(alice.address), 0n);
      await assertReverts(contract.write.seize(alice.address, { from: bob }), 'role missing');
    }),
    'locks coins for a time': async (given) => {
      const { box, contract, owner, alice } = given;
      await contract.write.lock(alice.address, 1_000n, 600n);
      assert.equal(await balance(given, owner), 99_000n);
      assert.equal(await contract.read.locked_of(alice.address), 1_000n);
      await assertReverts(contract.write.unlock({ from: alice }), 'nothing unlocked');
      await assertReverts(contract.write.lock(alice.address, 1n, 600n), 'locked already');
      await box.time.increase(300);
      await contract.write.unlock({ from: alice });
      const half = await balance(given, alice);
      assert.ok(half >= 500n && half < 520n, String(half));
      await box.time.increase(600);
      await contract.write.unlock({ from: alice });
      assert.equal(await balance(given, alice), 1_000n);
      await contract.write.lock(alice.address, 1n, 60n);
    },
    'refuses wrong locks': async ({ contract, alice, bob }) => {
      await assertReverts(contract.write.lock(alice.address, 0n, 600n), 'nothing to lock');
      await assertReverts(contract.write.lock(alice.address, 1n, 59n), 'wrong time');
      await assertReverts(contract.write.lock(alice.address, 1n, BigInt(365 * DAY + 1)), 'wrong time');
      await assertReverts(contract.write.lock(alice.address, 100_001n, 600n), 'balance too low');
      await assertEmits(contract.write.lock(alice.address, 1n, BigInt(365 * DAY)), contract, 'Locked', { amount: 1n });
      await contract.write.lock(bob.address, 99_999n, 60n);
    },
    'stakes and gives back': withAlice(async (given) => {
      const { contract, alice } = given;
      await assertEmits(contract.write.stake(4_000n, { from: alice }), contract, 'Staked', { amount: 4_000n });
      assert.equal(await balance(given, alice), 6_000n);
      assert.equal(await contract.simulate.unstake(1_000n, { from: alice }), 3_000n);
      await contract.write.unstake(1_000n, { from: alice });
      assert.equal(await balance(given, alice), 7_000n);
      await assertReverts(contract.write.unstake(3_001n, { from: alice }), 'stake too low');
      await assertReverts(contract.write.stake(7_001n, { from: alice }), 'balance too low');
      await assertReverts(contract.write.stake(0n, { from: alice }), 'nothing to stake');
      await contract.write.unstake(3_000n, { from: alice });
      await assertReverts(contract.write.reward(1n), 'nothing staked');
    }),
    'shares rewards among stakes': withAlice(async (given) => {
      const { contract, owner, alice, bob } = given;
      await contract.write.transfer(bob.address, 3_000n);
      await contract.write.stake(9_000n, { from: alice });
      await contract.write.stake(3_000n, { from: bob });
      await contract.write.reward(1_200n);
      assert.equal(await balance(given, owner), 85_800n);
      assert.equal(await contract.read.reward_of(alice.address), 900n);
      await contract.write.claim({ from: alice });
      await contract.write.unstake(9_000n, { from: alice });
      await contract.write.reward(300n);
      assert.equal(await contract.read.reward_of(bob.address), 600n);
      assert.equal(await balance(given, alice), 10_900n);
      await contract.write.unstake(1_000n, { from: bob });
      await contract.write.claim({ from: bob });
      assert.equal(await balance(given, bob), 1_600n);
      await assertReverts(contract.write.claim({ from: bob }), 'no reward');
      await assertReverts(contract.write.reward(90_000n), 'balance too low');
    }),
    'follows balances with votes': withAlice(async (given) => {
      const { contract, owner, alice, bob } = given;
      await contract.write.delegate(bob.address, { from: alice });
      assert.equal(await votes(given, bob), 10_000n);
      await contract.write.transfer(alice.address, 500n);
      assert.equal(await votes(given, bob), 10_500n);
      await contract.write.transfer(owner.address, 2_000n, { from: alice });
      assert.equal(await votes(given, bob), 8_500n);
      await contract.write.delegate(alice.address, { from: alice });
      assert.deepEqual([await votes(given, alice), await votes(given, bob)], [8_500n, 0n]);
      await assertReverts(contract.write.delegate(alice.address, { from: alice }), 'no change');
    }),
    'remembers votes of the past': async ({ box, contract, owner, alice }) => {
      const start = 2_000_000_000;
      await box.time.set(start);
      await contract.write.delegate(owner.address);
      for (const [i, amount] of [1_000n, 2_000n, 4_000n].entries()) {
        await box.time.set(start + 1_000 * (i + 1));
        await contract.write.transfer(alice.address, amount);
      }
      await box.time.increase(1_000);
      const past = (after: number) => contract.read.past_votes_of(owner.address, BigInt(start + after));
      assert.deepEqual(await Promise.all([500, 1_500, 2_500, 3_500].map(past)), [100_000n, 99_000n, 97_000n, 93_000n]);
      assert.equal(await past(-10), 0n);
      await assertReverts(past(1_000_000), 'not past');
    },
    'decides by votes': withAlice(async ({ box, contract, owner, alice, bob }) => {
      await contract.write.delegate(owner.address);
      await contract.write.delegate(alice.address, { from: alice });
      await box.time.increase(10);
      await assertReverts(contract.write.propose(600n, { from: bob }), 'too few votes');
      await assertReverts(contract.write.propose(59n), 'too short');
      assert.equal(await contract.simulate.propose(600n), 1n);
      await contract.write.propose(600n, { from: alice });
      await assertEmits(contract.write.vote(1n, true), contract, 'Voted', { agrees: true, votes: 90_000n });
      await contract.write.vote(1n, false, { from: alice });
      await assertReverts(contract.write.vote(1n, true), 'voted already');
      await assertReverts(contract.write.vote(1n, true, { from: bob }), 'no votes');
      await assertReverts(contract.write.vote(2n, true), 'no such proposal');
      await assertReverts(contract.write.vote(0n, true), 'no such proposal');
      assert.equal(await contract.read.outcome_of(1n), 0n);
      await box.time.increase(600);
      assert.equal(await contract.read.outcome_of(1n), 2n);
      await assertReverts(contract.write.vote(1n, true), 'ended');
    }),
    'refuses with too few votes, or with most against': withAlice(async ({ box, contract, owner, alice }) => {
      await contract.write.delegate(alice.address, { from: alice });
      await contract.write.delegate(owner.address);
      await box.time.increase(10);
      await contract.write.propose(600n);
      await contract.write.propose(600n);
      await contract.write.vote(1n, true, { from: alice });
      await contract.write.vote(2n, true, { from: alice });
      await contract.write.vote(2n, false);
      await box.time.increase(601);
      assert.equal(await contract.read.outcome_of(1n), 1n);
      assert.equal(await contract.read.outcome_of(2n), 3n);
    }),
    'pays orders': async (given) => {
      const { box, contract, alice } = given;
      assert.equal(await contract.simulate.order(alice.address, 10n, 100n, 4n), 1n);
      await contract.write.order(alice.address, 10n, 100n, 4n);
      await assertReverts(contract.write.execute_order(1n), 'too soon');
      await box.time.increase(150);
      await contract.write.execute_order(1n);
      assert.equal(await balance(given, alice), 10n);
      await box.time.increase(200);
      await contract.write.execute_order(1n);
      assert.equal(await balance(given, alice), 30n);
      await box.time.increase(1_000);
      await contract.write.execute_order(1n);
      assert.equal(await balance(given, alice), 40n);
      await assertReverts(contract.write.execute_order(1n), 'no such order');
    },
    'refuses wrong orders, and cancels': async ({ box, contract, alice, bob }) => {
      await assertReverts(contract.write.order(ZERO, 10n, 100n, 4n), 'recipient is zero');
      await assertReverts(contract.write.order(alice.address, 0n, 100n, 4n), 'nothing to pay');
      await assertReverts(contract.write.order(alice.address, 10n, 59n, 4n), 'too often');
      await assertReverts(contract.write.order(alice.address, 10n, 60n, 0n), 'wrong count');
      await assertReverts(contract.write.order(alice.address, 10n, 60n, 101n), 'wrong count');
      await contract.write.order(alice.address, 10n, 60n, 100n);
      await assertReverts(contract.write.cancel_order(1n, { from: bob }), 'not your order');
      await contract.write.cancel_order(1n);
      await assertReverts(contract.write.cancel_order(1n), 'no such order');
      await box.time.increase(100);
      await assertReverts(contract.write.execute_order(1n), 'no such order');
    },
    'sells coins': async (given) => {
      const { box, contract, owner, alice } = given;
      await assertReverts(contract.write.start_sale(20n, 1n, 600n, 1_005n), 'wrong amount');
      await assertReverts(contract.write.start_sale(0n, 1n, 600n, 1_000n), 'price is zero');
      await contract.write.start_sale(20n, 1n, 600n, 1_000n);
      assert.equal(await balance(given, owner), 99_000n);
      assert.equal(await contract.read.price_of(50n), 100n);
      await assertReverts(contract.write.buy(50n, 99n, { from: alice }), 'too expensive');
      await assertEmits(contract.write.buy(50n, 100n, { from: alice }), contract, 'Sold', { amount: 50n, price: 100n });
      assert.equal(await balance(given, alice), 50n);
      assert.equal(await contract.read.price_of(100n), 240n);
      await assertReverts(contract.write.buy(951n, 99_999n, { from: alice }), 'too little left');
      await assertReverts(contract.write.buy(0n, 99n, { from: alice }), 'nothing to buy');
      await assertReverts(contract.write.start_sale(20n, 1n, 600n, 1_000n), 'a sale runs');
      await box.time.increase(600);
      await assertReverts(contract.write.buy(1n, 99n, { from: alice }), 'no sale');
      await contract.write.start_sale(1_000n, 0n, 600n, 2_000n);
      assert.equal(await balance(given, owner), 97_950n);
      await assertReverts(contract.write.buy(2_000n, 999_999n, { from: alice }), 'bought too much');
      await assertReverts(contract.write.start_sale(1n, 0n, 600n, 10n, { from: alice }), 'role missing');
    },
  },
};

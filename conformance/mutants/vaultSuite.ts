// Tests of contracts/mutants/src/vault.cairo, for the comparison of mutants with changes in the source.
import assert from 'node:assert/strict';
import { assertEmits, assertReverts } from '../../src/testing/index.ts';
import type { Suite } from './suite.ts';

export const vaultSuite: Suite = {
  contract: 'Vault',
  arguments: (box) => [box.accounts[0]!.address, 5_000n],
  tests: {
    'begins open and empty': async ({ contract }) => {
      assert.equal(await contract.read.is_open(), true);
      assert.equal(await contract.read.total(), 0n);
      assert.equal(await contract.read.count(), 0n);
    },
    saves: async ({ contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      assert.equal(await contract.read.saved(alice.address), 40n);
      assert.equal(await contract.read.total(), 40n);
      assert.equal(await contract.read.count(), 1n);
    },
    'adds up what is saved': async ({ contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      await contract.write.deposit(60n, { from: alice });
      assert.equal(await contract.read.saved(alice.address), 100n);
      assert.equal(await contract.read.count(), 1n);
    },
    'returns the sum': async ({ contract, alice }) => {
      assert.equal(await contract.simulate.deposit(40n, { from: alice }), 40n);
    },
    'tells of savings': async ({ contract, alice }) => {
      const saved = contract.write.deposit(40n, { from: alice });
      await assertEmits(saved, contract, 'Saved', { account: alice.address, amount: 40n, sum: 40n });
    },
    'refuses nothing': async ({ contract }) => {
      await assertReverts(contract.write.deposit(0n), 'nothing to save');
    },
    'has a limit': async ({ contract }) => {
      await contract.write.deposit(5_000n);
      await assertReverts(contract.write.deposit(1n), 'limit');
    },
    'locks what is saved': async ({ contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      await assertReverts(contract.write.withdraw(1n, { from: alice }), 'locked');
    },
    'lets go after an hour': async ({ box, contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      assert.equal(await contract.read.may_leave(alice.address), false);
      await box.time.increase(3_600);
      assert.equal(await contract.read.may_leave(alice.address), true);
      await contract.write.withdraw(15n, { from: alice });
      assert.equal(await contract.read.saved(alice.address), 25n);
      assert.equal(await contract.read.total(), 25n);
      assert.equal(await contract.read.count(), 1n);
    },
    'forgets those who leave': async ({ box, contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      await box.time.increase(4_000);
      await contract.write.withdraw(40n, { from: alice });
      assert.equal(await contract.read.count(), 0n);
      assert.equal(await contract.read.points(alice.address), 20n);
    },
    'refuses to give back more than was saved': async ({ box, contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      await box.time.increase(4_000);
      await assertReverts(contract.write.withdraw(41n, { from: alice }), 'not saved');
    },
    'knows when savings are free': async ({ box, contract, alice }) => {
      await box.time.set(2_000_000_000);
      await contract.write.deposit(40n, { from: alice });
      assert.ok((await contract.read.unlocks_at(alice.address)) >= 2_000_003_600n);
    },
    'gives points': async ({ contract, alice }) => {
      await contract.write.deposit(40n, { from: alice });
      assert.equal(await contract.read.points(alice.address), 40n);
    },
    'gives more points for large amounts': async ({ contract, alice, bob }) => {
      await contract.write.deposit(500n, { from: alice });
      assert.equal(await contract.read.points(alice.address), 525n);
      await contract.write.deposit(2_000n, { from: bob });
      assert.equal(await contract.read.points(bob.address), 4_050n);
    },
    'has levels': async ({ contract, alice }) => {
      assert.equal(await contract.read.level(alice.address), 0n);
      await contract.write.reward(alice.address, 100n);
      assert.equal(await contract.read.level(alice.address), 1n);
      await contract.write.reward(alice.address, 900n);
      assert.equal(await contract.read.level(alice.address), 2n);
    },
    'rewards only by the admin': async ({ contract, alice }) => {
      await assertReverts(contract.write.reward(alice.address, 5n, { from: alice }), 'caller is not the admin');
    },
    'tells of large rewards': async ({ contract, alice }) => {
      await assertEmits(contract.write.reward(alice.address, 50n), contract, 'Rewarded', { points: 50n });
    },
    'knows its members': async ({ contract, alice, bob }) => {
      assert.equal(await contract.read.is_member(alice.address), false);
      await contract.write.deposit(1n, { from: alice });
      assert.equal(await contract.read.is_member(alice.address), true);
      await contract.write.reward(bob.address, 10n);
      assert.equal(await contract.read.is_member(bob.address), true);
    },
    'passes gifts on': async ({ contract, alice, bob }) => {
      await contract.write.deposit(100n, { from: alice });
      await contract.write.give(bob.address, 30n, { from: alice });
      assert.equal(await contract.read.saved(alice.address), 70n);
      assert.equal(await contract.read.saved(bob.address), 30n);
    },
    'refuses gifts that are too large': async ({ contract, alice, bob }) => {
      await contract.write.deposit(100n, { from: alice });
      await assertReverts(contract.write.give(bob.address, 100n, { from: alice }), 'too much');
    },
    'refuses gifts to oneself': async ({ contract, alice }) => {
      await contract.write.deposit(100n, { from: alice });
      await assertReverts(contract.write.give(alice.address, 1n, { from: alice }), 'a gift to oneself');
    },
    'refuses gifts one after the other': async ({ box, contract, alice, bob }) => {
      await contract.write.deposit(100n, { from: alice });
      await contract.write.give(bob.address, 1n, { from: alice });
      await assertReverts(contract.write.give(bob.address, 1n, { from: alice }), 'too soon');
      await box.time.increase(61);
      await contract.write.give(bob.address, 1n, { from: alice });
    },
    'sets the limit': async ({ contract, alice }) => {
      await contract.write.set_limit(10n);
      await assertReverts(contract.write.deposit(11n, { from: alice }), 'limit');
      await assertReverts(contract.write.set_limit(9n), 'wrong limit');
      await assertReverts(contract.write.set_limit(1_000_001n), 'wrong limit');
    },
    'lets only the admin set the limit': async ({ contract, alice }) => {
      await assertReverts(contract.write.set_limit(50n, { from: alice }), 'caller is not the admin');
    },
    'closes when it is empty': async ({ contract, alice }) => {
      await contract.write.close();
      assert.equal(await contract.read.is_open(), false);
      await assertReverts(contract.write.deposit(1n, { from: alice }), 'closed');
    },
    'does not close before': async ({ contract }) => {
      await contract.write.deposit(1n);
      await assertReverts(contract.write.close(), 'not empty');
    },
    sums: async ({ contract }) => {
      assert.equal(BigInt(await contract.read.sum_to(4n)), 16n);
    },
    splits: async ({ contract }) => {
      assert.deepEqual(Object.values(await contract.read.split(17n, 5n)), [3n, 2n]);
      await assertReverts(contract.read.split(17n, 0n), 'no parts');
    },
  },
};

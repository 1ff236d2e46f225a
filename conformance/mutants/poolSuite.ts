// Tests of contracts/mutants/src/pool.cairo, for the comparison of mutants with changes in the source.
import assert from 'node:assert/strict';
import { builtinClassFacts } from '../../src/classes/builtinClassFacts.generated.ts';
import { assertReverts } from '../../src/testing/index.ts';
import type { Suite } from './suite.ts';

/** Another class that every chain has. */
const OTHER = Object.values(builtinClassFacts)[0]!.classHash;

export const poolSuite: Suite = {
  contract: 'Pool',
  // The other kinds are compared in the other contracts.
  compared: ['operator', 'constant', 'return', 'message', 'upgrade'],
  arguments: (box) => [box.accounts[0]!.address],
  tests: {
    'gives shares for coins': async ({ contract, alice }) => {
      await contract.write.join(100_000n, { from: alice });
      assert.equal(await contract.read.shares_of(alice.address), 99_700n);
      assert.equal(await contract.read.worth_of(alice.address), 100_000n);
      assert.deepEqual(await contract.read.place_of(alice.address), 1n);
    },
    'gives shares by their worth': async ({ contract, alice, bob }) => {
      await contract.write.join(100_000n, { from: alice });
      await contract.write.earn(100_000n);
      assert.equal(await contract.simulate.join(100_000n, { from: bob }), 49_700n);
      await contract.write.join(100_000n, { from: bob });
      assert.equal(await contract.read.worth_of(bob.address), 99_799n);
      assert.equal(await contract.read.place_of(bob.address), 2n);
    },
    'refuses small amounts': async ({ contract, alice }) => {
      await assertReverts(contract.write.join(999n, { from: alice }), 'too little');
      await contract.write.join(1_000n, { from: alice });
      assert.equal(await contract.read.shares_of(alice.address), 997n);
    },
    'computes fees': async ({ contract }) => {
      assert.equal(await contract.read.fee_of(10_000n), 30n);
      assert.equal(await contract.read.fee_of(333n), 0n);
    },
    'has no place for strangers': async ({ contract, alice }) => {
      assert.equal(await contract.read.place_of(alice.address), null);
    },
    'lets go': async ({ contract, alice }) => {
      await contract.write.join(100_000n, { from: alice });
      await contract.write.leave(49_850n, { from: alice });
      assert.equal(await contract.read.shares_of(alice.address), 49_850n);
      assert.equal(await contract.read.worth_of(alice.address), 50_000n);
      await assertReverts(contract.write.leave(49_851n, { from: alice }), 'too few shares');
    },
    'earns even amounts': async ({ contract }) => {
      await assertReverts(contract.write.earn(15n), 'not even');
    },
    'rates by the admin': async ({ contract, alice }) => {
      await contract.write.rate(alice.address, 7n);
      assert.equal(await contract.read.score_of(alice.address), 7n);
      await contract.write.rate(alice.address, -17n);
      assert.equal(await contract.read.score_of(alice.address), -11n);
      await assertReverts(contract.write.rate(alice.address, 1n, { from: alice }), 'caller is not the admin');
    },
    'limits ratings': async ({ contract, alice }) => {
      await assertReverts(contract.write.rate(alice.address, 101n), 'too much');
      await assertReverts(contract.write.rate(alice.address, -100n), 'too much');
      await contract.write.rate(alice.address, -99n);
      await contract.write.rate(alice.address, 100n);
    },
    'trusts those with a good score': async ({ contract, alice }) => {
      await contract.write.rate(alice.address, -49n);
      assert.equal(await contract.read.is_good(alice.address), true);
      await contract.write.rate(alice.address, -1n);
      assert.equal(await contract.read.is_good(alice.address), false);
    },
    'notes heirs of the trusted': async ({ contract, alice, bob }) => {
      await contract.write.set_heir(bob.address, { from: alice });
      assert.equal(BigInt(await contract.read.heir_of(alice.address)), BigInt(bob.address));
      await contract.write.rate(alice.address, -60n);
      await assertReverts(contract.write.set_heir(bob.address, { from: alice }), 'not trusted');
    },
    'tells L1 of withdrawals': async ({ contract, alice }) => {
      await contract.write.join(10_000n, { from: alice });
      const { receipt } = await contract.write.withdraw(5n, 997n, { from: alice });
      assert.equal(receipt.messages_sent.length, 1);
    },
    'is upgraded by the admin': async ({ contract, alice }) => {
      await assertReverts(contract.write.upgrade(OTHER, { from: alice }), 'caller is not the admin');
      await assertReverts(contract.write.upgrade('0x0'), 'class is zero');
      await contract.write.upgrade(OTHER);
      await assert.rejects(contract.read.fee_of(1n));
    },
  },
};

// Thirty tests of contracts/mutants/src/token.cairo, for the comparison of mutants with changes in the source, and for measurements.
import assert from 'node:assert/strict';
import { assertEmits, assertReverts } from '../../src/testing/index.ts';
import type { Suite, Tested } from './suite.ts';

const ZERO = '0x0';
const balance = ({ contract }: Tested, { address }: { address: string }) => contract.read.balance_of(address);

export const tokenSuite: Suite = {
  contract: 'Token',
  arguments: (box) => [box.accounts[0]!.address, 10_000n, 5_000n],
  tests: {
    'has the supply of its constructor': async ({ contract }) => {
      assert.equal(await contract.read.total_supply(), 5_000n);
    },
    'gives the supply to the owner': async (given) => {
      assert.equal(await balance(given, given.owner), 5_000n);
    },
    'is not paused': async ({ contract }) => {
      assert.equal(await contract.read.is_paused(), false);
    },
    'refuses a supply above its cap': async ({ box, deploy, owner }) => {
      await assertReverts(deploy(box, [owner.address, 10n, 11n]), 'supply above cap');
    },
    'allows a supply at its cap': async ({ box, deploy, owner }) => {
      const full = await deploy(box, [owner.address, 10n, 10n]);
      assert.equal(await full.read.total_supply(), 10n);
    },
    'transfers from the owner without a fee': async (given) => {
      await given.contract.write.transfer(given.alice.address, 1_000n);
      assert.equal(await balance(given, given.alice), 1_000n);
      assert.equal(await balance(given, given.owner), 4_000n);
    },
    'returns true for a transfer': async ({ contract, alice }) => {
      assert.equal(await contract.simulate.transfer(alice.address, 1n), true);
    },
    'takes a fee between others': async (given) => {
      const { contract, alice, bob } = given;
      await contract.write.transfer(alice.address, 1_000n);
      await contract.write.transfer(bob.address, 500n, { from: alice });
      assert.equal(await balance(given, bob), 490n);
      assert.equal(await balance(given, alice), 500n);
      assert.equal(await balance(given, given.owner), 4_010n);
    },
    'takes no fee to the owner': async (given) => {
      const { contract, alice, owner } = given;
      await contract.write.transfer(alice.address, 1_000n);
      await contract.write.transfer(owner.address, 500n, { from: alice });
      assert.equal(await balance(given, owner), 4_500n);
    },
    'takes no fee for small amounts': async (given) => {
      const { contract, alice, bob } = given;
      await contract.write.transfer(alice.address, 1_000n);
      await contract.write.transfer(bob.address, 99n, { from: alice });
      assert.equal(await balance(given, bob), 99n);
    },
    'computes the fee': async ({ contract }) => {
      assert.equal(await contract.read.fee_of(99n), 0n);
      assert.equal(await contract.read.fee_of(100n), 2n);
      assert.equal(await contract.read.fee_of(1_000n), 20n);
    },
    'emits a transfer': async ({ contract, alice, owner }) => {
      await assertEmits(contract.write.transfer(alice.address, 5n), contract, 'Transfer', {
        from: owner.address,
        to: alice.address,
        value: 5n,
      });
    },
    'refuses to transfer more than the balance': async ({ contract, alice }) => {
      await assertReverts(contract.write.transfer(alice.address, 5_001n), 'balance too low');
    },
    'transfers the whole balance': async (given) => {
      await given.contract.write.transfer(given.alice.address, 5_000n);
      assert.equal(await balance(given, given.owner), 0n);
    },
    'refuses to transfer to zero': async ({ contract }) => {
      await assertReverts(contract.write.transfer(ZERO, 5n), 'recipient is zero');
    },
    approves: async ({ contract, owner, alice }) => {
      await assertEmits(contract.write.approve(alice.address, 70n), contract, 'Approval', { value: 70n });
      assert.equal(await contract.read.allowance(owner.address, alice.address), 70n);
    },
    'refuses to approve zero': async ({ contract }) => {
      await assertReverts(contract.write.approve(ZERO, 1n), 'spender is zero');
    },
    'spends an allowance': async (given) => {
      const { contract, owner, alice, bob } = given;
      await contract.write.approve(alice.address, 70n);
      await contract.write.transfer_from(owner.address, bob.address, 30n, { from: alice });
      assert.equal(await contract.read.allowance(owner.address, alice.address), 40n);
      assert.equal(await balance(given, bob), 30n);
    },
    'spends a whole allowance': async ({ contract, owner, alice, bob }) => {
      await contract.write.approve(alice.address, 70n);
      await contract.write.transfer_from(owner.address, bob.address, 70n, { from: alice });
      assert.equal(await contract.read.allowance(owner.address, alice.address), 0n);
    },
    'refuses to spend more than the allowance': async ({ contract, owner, alice, bob }) => {
      await contract.write.approve(alice.address, 70n);
      const spent = contract.write.transfer_from(owner.address, bob.address, 71n, { from: alice });
      await assertReverts(spent, 'allowance too low');
    },
    mints: async (given) => {
      const { contract, alice } = given;
      await assertEmits(contract.write.mint(alice.address, 100n), contract, 'Transfer', { to: alice.address });
      assert.equal(await contract.read.total_supply(), 5_100n);
      assert.equal(await balance(given, alice), 100n);
    },
    'mints up to the cap': async ({ contract, alice }) => {
      await contract.write.mint(alice.address, 5_000n);
      await assertReverts(contract.write.mint(alice.address, 1n), 'supply above cap');
    },
    'lets only the owner mint': async ({ contract, alice }) => {
      await assertReverts(contract.write.mint(alice.address, 1n, { from: alice }), 'caller is not the owner');
    },
    burns: async (given) => {
      await given.contract.write.burn(1_000n);
      assert.equal(await given.contract.read.total_supply(), 4_000n);
      assert.equal(await balance(given, given.owner), 4_000n);
    },
    'refuses to burn more than the balance': async ({ contract }) => {
      await assertReverts(contract.write.burn(5_001n), 'balance too low');
    },
    'sets the fee': async ({ contract }) => {
      await contract.write.set_fee(9n);
      assert.equal(await contract.read.fee_of(100n), 9n);
      await assertReverts(contract.write.set_fee(10n), 'fee too high');
    },
    'lets only the owner set the fee': async ({ contract, alice }) => {
      await assertReverts(contract.write.set_fee(1n, { from: alice }), 'caller is not the owner');
    },
    pauses: async ({ contract, alice }) => {
      await assertEmits(contract.write.set_paused(true), contract, 'Paused', { paused: true });
      await assertReverts(contract.write.transfer(alice.address, 5n), 'paused');
    },
    'hands over': async ({ contract, alice }) => {
      await contract.write.hand_over(alice.address);
      await contract.write.mint(alice.address, 1n, { from: alice });
    },
    'pays all but the sender': async (given) => {
      const { contract, owner, alice, bob } = given;
      const all = [alice.address, owner.address, bob.address];
      assert.equal(await contract.simulate.pay_all(all, 10n), 2n);
      await contract.write.pay_all(all, 10n);
      assert.equal(await balance(given, bob), 10n);
    },
  },
};

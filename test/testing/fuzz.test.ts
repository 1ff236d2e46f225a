// One call or test with many values.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeployedContract, Sandbox } from '../../src/index.ts';
import {
  arbitrary,
  argumentsOf,
  assertReverts,
  between,
  fuzz,
  hintsOf,
  InvariantError,
  type LastStep,
} from '../../src/testing/index.ts';
import { deployPlanted, plantedBox } from '../support/planted.ts';

let box: Sandbox;
let club: DeployedContract;
let limbs: DeployedContract;
beforeAll(async () => {
  box = await plantedBox();
  club = await deployPlanted(box, 'Club');
  limbs = await deployPlanted(box, 'Limbs');
});
afterAll(() => box.close());

test('fuzz calls a function with arguments of its types, each time on the same chain', async () => {
  const report = await fuzz('a credit is the balance', limbs.write.credit, {
    box,
    contracts: { limbs },
    runs: 40,
    check: async ({ limbs, last }) => {
      const [to, amount] = last!.values;
      expect(last!.reverted).toBeUndefined();
      expect(await limbs.read.balance_of(to)).toBe(amount);
    },
  });
  expect(report).toMatchObject({ sequences: 40, calls: 40, reverted: 0 });
});

test('fuzz finds the simplest values that break a test', async () => {
  const error = await fuzz(
    'credits are small',
    async ({ limbs, draw, actor }) => {
      await limbs.write.credit(actor, draw(between(0n, 10n ** 30n)), { from: actor });
      expect(await limbs.read.total()).toBeLessThan(10n ** 12n);
    },
    { box, contracts: { limbs } },
  ).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvariantError);
  const { sequence, test } = error as InvariantError;
  expect(sequence[0]!.values).toEqual([10n ** 12n]);
  expect(test).toContain("await fuzz('credits are small', property, { ...options, sequence: [");
  await expect(fuzz('again', () => false, { box, sequence: [{ ...sequence[0]!, action: 'again' }] })).rejects.toThrow(
    'The test returned false',
  );
});

test('arguments can be arbitraries of fast-check', async () => {
  const amounts = new Set<unknown>();
  await fuzz('few amounts', limbs.write.credit, {
    box,
    contracts: { limbs },
    runs: 30,
    args: { amount: fc.bigInt(5n, 7n) },
    check: ({ last }) => void amounts.add(last!.values[1]),
  });
  expect([...amounts].sort()).toEqual([5n, 6n, 7n]);
});

test('hints for arbitraries are found in the contracts', async () => {
  const auction = await deployPlanted(box, 'Auction');
  const hints = await hintsOf({ box, contracts: { auction }, actors: { thief: box.accounts[4]! } });
  expect(hints.addresses.map(({ name }) => name)).toEqual(['thief', 'auction']);
  expect(hints.constants).toContain(604_800n);
  expect(hints.classHashes).toEqual([auction.classHash]);
  const args = fc.sample(arbitrary(fc, argumentsOf(limbs, 'credit'), hints), { numRuns: 50, seed: 1 });
  expect(args.map((each) => (each as readonly unknown[])[0])).toContain(hints.addresses[0]);
});

test('fuzz with nothing but reverts is an error, and a test can expect them', async () => {
  const options = { box, contracts: { club }, runs: 5 };
  await expect(fuzz('nobody leaves', club.write.leave, { ...options, check: () => true })).rejects.toThrow(
    /all 5 calls were reverted\. To test that something always reverts, draw its arguments in a test/,
  );
  await fuzz('nobody leaves', ({ club, actor }) => assertReverts(club.write.leave({ from: actor })), options);
});

test('fuzz of a function needs neither its contract nor a check: a revert fails', async () => {
  const { credit } = limbs.write;
  const args = { amount: between(0n, 10n ** 30n) };
  const { calls } = await fuzz('credits are never refused', credit, { box, args, runs: 10 });
  expect(calls).toBe(10);
  const seen: unknown[] = [];
  const check = ({ last }: { readonly last: LastStep | undefined }) => void seen.push(last!.action);
  await fuzz('they are seen', credit, { box, contracts: { club }, args, runs: 2, check });
  expect(seen).toEqual(['contract.credit', 'contract.credit']);
  await expect(fuzz('nobody leaves', club.write.leave, { box })).rejects.toThrow(
    'The last step fails with: contract.leave was reverted: Club: not a member',
  );
  await expect(fuzz('x', credit, {} as never)).rejects.toThrow('box must be a sandbox');
});

test('a function of another contract than `contracts.contract` is refused', async () => {
  const search = fuzz('credits', limbs.write.credit, { box, contracts: { contract: club }, check: () => true });
  await expect(search).rejects.toThrow('The function is not one of `contracts.contract`');
});

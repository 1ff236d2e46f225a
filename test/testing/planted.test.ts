// Every planted fault is found with the default settings, and shrunk to at most four steps.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import {
  InvariantError,
  type InvariantOptions,
  invariant,
  type NamedContracts,
  oneOf,
} from '../../src/testing/index.ts';
import { deployPlanted, plantedBox, plantedClass } from '../support/planted.ts';

/** The calls until a fault is found, which are the same on every machine; at most 604 were needed. */
const MOST_CALLS = 750;
/** Processor time, in seconds. On two cores with nothing else to do it is at most 10 s; other work on the machine makes it more. */
const MOST_SECONDS = 40;
const MOST_STEPS = 4;
const folder = mkdtempSync(join(tmpdir(), 'starbox-planted-'));
afterAll(() => rmSync(folder, { recursive: true }));

let box: Sandbox;
beforeAll(async () => {
  box = await plantedBox();
});
afterAll(() => box.close());

/** Looks for a fault. Returns the actions of the shortest sequence that shows it. */
async function found<const C extends NamedContracts, G>(
  name: string,
  options: Omit<InvariantOptions<C, G>, 'box'>,
): Promise<readonly string[]> {
  const report = join(folder, `${randomUUID()}.json`);
  const before = process.cpuUsage();
  const error = await invariant(name, { box, report, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { user, system } = process.cpuUsage(before);
  expect(error).toBeInstanceOf(InvariantError);
  const { sequence } = error as InvariantError;
  expect(JSON.parse(readFileSync(report, 'utf8')).calls).toBeLessThan(MOST_CALLS);
  expect((user + system) / 1e6).toBeLessThan(MOST_SECONDS);
  expect(sequence.length).toBeLessThanOrEqual(MOST_STEPS);
  if (process.env['SHOW_FOUND']) console.log(`${(user + system) / 1e6} s\n${(error as Error).message}`);
  return sequence.map(({ action }) => action);
}

test('rounding that leaks is found by the price of a share', async () => {
  const pool = await deployPlanted(box, 'Pool');
  const actions = await found('a share never loses value', {
    contracts: { pool },
    ghosts: () => ({ assets: 0n, shares: 0n }),
    check: async ({ pool, ghosts }) => {
      const [assets, shares] = [await pool.read.total_assets(), await pool.read.total_shares()] as [bigint, bigint];
      const before = { ...ghosts };
      Object.assign(ghosts, { assets, shares });
      if (shares > 0n && before.shares > 0n)
        expect(assets * before.shares).toBeGreaterThanOrEqual(before.assets * shares);
    },
  });
  expect(actions.at(-1)).toBe('pool.withdraw');
});

test('reentrancy is found by what was paid out', async () => {
  const bank = await deployPlanted(box, 'Bank');
  const robber = await deployPlanted(box, 'Robber', [bank.address]);
  const actions = await found('the bank pays out no more than was paid in', {
    contracts: { bank, robber },
    check: async ({ bank }) =>
      expect(await bank.read.paid_out()).toBeLessThanOrEqual((await bank.read.paid_in()) as bigint),
  });
  // Whoever calls the callback starts the robbery too.
  expect(actions.slice(0, -1).toSorted()).toEqual(['robber.deposit', 'robber.prepare']);
  expect(['robber.withdraw', 'robber.on_paid']).toContain(actions.at(-1));
});

test('a missing access check is found by actors who are not the owner', async () => {
  const [owner, bob, carol] = box.accounts;
  const registry = await deployPlanted(box, 'Registry', [owner.address]);
  const actions = await found('only the owner changes the treasury', {
    contracts: { registry },
    actors: { bob, carol },
    check: async ({ registry }) => expect(await registry.read.treasury()).toBe(owner.address),
  });
  expect(actions).toEqual(['registry.set_treasury']);
});

// The one that needs most luck: three calls in their order, with the same id.
test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'an allowance that outlives its owner is found with seed %i',
  async (seed) => {
    const deeds = await deployPlanted(box, 'Deeds');
    const actions = await found('a new owner has allowed nobody', {
      seed,
      contracts: { deeds },
      check: async ({ deeds, last }) => {
        if (last?.action === 'deeds.transfer') expect(await deeds.read.approved_for(last.values[0])).toBe('0x0');
      },
    });
    expect(actions).toEqual(['deeds.mint', 'deeds.approve', 'deeds.transfer']);
  },
);

test('an overflow of a limb is found by the sum of the balances', async () => {
  const limbs = await deployPlanted(box, 'Limbs');
  const actions = await found('the balances add up', {
    contracts: { limbs },
    args: { to: oneOf(...box.accounts.slice(0, 3)) },
    check: async ({ limbs, actors }) => {
      let sum = 0n;
      for (const { address } of Object.values(actors)) sum += (await limbs.read.balance_of(address)) as bigint;
      expect(sum).toBe(await limbs.read.total());
    },
  });
  expect(actions).toEqual(['limbs.credit', 'limbs.credit']);
});

test('a wrong removal from a list is found', async () => {
  const club = await deployPlanted(box, 'Club');
  const actions = await found('every member knows its place', {
    contracts: { club },
    check: async ({ club }) => {
      const count = Number(await club.read.count());
      for (let place = 1; place <= count; place++)
        expect(await club.read.place_of(await club.read.member(place))).toBe(BigInt(place));
    },
  });
  expect(actions).toEqual(['club.join', 'club.join', 'club.leave']);
});

test('a wrong boundary in time is found', async () => {
  const auction = await deployPlanted(box, 'Auction');
  const actions = await found('nobody bids after the auction is settled', {
    contracts: { auction },
    check: async ({ auction }) => {
      const price = await auction.read.settled();
      if (price !== null) expect(await auction.read.highest()).toBe(price);
    },
  });
  expect(actions).toEqual(['time', 'auction.settle', 'auction.bid']);
});

test('an upgrade that moves storage is found', async () => {
  const settings = await deployPlanted(box, 'Settings');
  const { classHash } = await box.declare(plantedClass('SettingsV2'));
  const actions = await found('the fee is at most 100', {
    contracts: { settings },
    args: { new_class: oneOf(classHash) },
    check: async ({ settings }) => expect(await settings.read.fee()).toBeLessThanOrEqual(100n),
  });
  expect(actions).toEqual(['settings.upgrade']);
});

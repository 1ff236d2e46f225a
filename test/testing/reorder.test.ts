// Calls that wait in the mempool together and are executed in another order, as moves of invariants.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeployedContract, Sandbox } from '../../src/index.ts';
import { InvariantError, invariant } from '../../src/testing/index.ts';
import { deployPlanted, plantedBox } from '../support/planted.ts';

let box: Sandbox;
let club: DeployedContract;
beforeAll(async () => {
  box = await plantedBox();
  club = await deployPlanted(box, 'Club');
});
afterAll(() => box.close());

/** Somebody joins who sees that he is not a member. */
const joining = (on: Sandbox) => ({
  box: on,
  contracts: { club },
  actions: {
    join: async ({ club, actor }: { club: DeployedContract; actor: { readonly address: string } }) => {
      if ((await club.read.place_of(actor.address)) === 0n) await club.write.join({ from: actor });
    },
  } as never,
  failOnRevert: true,
  runs: 30,
  depth: 8,
  check: () => true,
});

const RACE = [
  'up to 2 calls that follow wait in the mempool, and are executed in the order 1, 2',
  'alice: join',
  'alice: join',
] as const;

test('an action that relies on what it has just read is broken by one that goes first', async () => {
  await invariant('nobody joins twice', { ...joining(box), moves: ['blocks'] });
  const error = await invariant('nobody joins twice', { ...joining(box), moves: ['reorder'] }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InvariantError);
  const { message, sequence } = error as InvariantError;
  for (const [i, step] of RACE.entries()) expect(message).toContain(`${i + 1}. ${step}`);
  expect(message).toContain('join was reverted: Club: a member already');
  const again = { ...joining(box), moves: ['reorder'] as const, sequence };
  await expect(invariant('nobody joins twice', again)).rejects.toThrow('Club: a member already');
});

test('a sandbox with a mempool reorders calls without being told', async () => {
  const mempool = box.clone();
  await mempool.blocks.setMode('mempool');
  const error = await invariant('nobody joins twice', { ...joining(mempool), runs: 100 }).catch(
    (thrown: unknown) => thrown,
  );
  expect((error as Error).message).toContain(RACE[0]);
  await mempool.close();
});

test('a check that sends while calls wait is an error that says what to do', async () => {
  const sending = invariant('x', {
    box,
    contracts: { club },
    moves: ['reorder'],
    sequence: [
      { action: 'reorder', actor: 'alice', values: [[0, 1]] },
      { action: 'club.join', actor: 'alice', values: [] },
      { action: 'club.join', actor: 'bob', values: [] },
    ],
    check: async ({ club, last }) => {
      if (last) await club.write.join({ from: box.accounts[2] });
    },
  });
  await expect(sending).rejects.toThrow("leave this move out: moves: ['time', 'blocks']");
});

/** Who is a member after a sequence, by place. */
async function membersAfter(order: readonly number[], steps: readonly (readonly [string, string])[]) {
  const members: unknown[] = [];
  await invariant('members', {
    box,
    contracts: { club },
    moves: ['reorder'],
    checkAfter: 'sequence',
    sequence: [
      { action: 'reorder', actor: 'alice', values: [order] },
      ...steps.map(([actor, action]) => ({ action: `club.${action}`, actor, values: [] })),
    ],
    check: async ({ club, last }) => {
      if (!last) return;
      const count = Number(await club.read.count());
      for (let place = 1; place <= count; place++) members.push(await club.read.member(place));
    },
  });
  const names = new Map(box.accounts.map(({ address }, i) => [address, ['alice', 'bob', 'carol'][i]]));
  return members.map((address) => names.get(address as `0x${string}`));
}

test('calls are executed in the order of the move, and those of one account by their nonces', async () => {
  const joins = [
    ['alice', 'join'],
    ['bob', 'join'],
    ['carol', 'join'],
  ] as const;
  expect(await membersAfter([2, 0, 1], joins)).toEqual(['carol', 'alice', 'bob']);
  expect(await membersAfter([1, 0], joins)).toEqual(['bob', 'alice', 'carol']);
  expect(
    await membersAfter(
      [1, 0],
      [
        ['alice', 'join'],
        ['alice', 'leave'],
        ['bob', 'join'],
      ],
    ),
  ).toEqual(['bob']);
});

/** What an action of a user is given here. */
interface Given {
  readonly club: DeployedContract;
  readonly actor: { readonly address: string };
}

/** Runs actions of two actors that wait together, the second one first. Returns how often the check ran, and how many members there are. */
async function raced(first: (given: Given) => Promise<unknown>, options: object = {}) {
  let checks = 0;
  let members = 0n;
  await invariant('raced', {
    box,
    contracts: { club },
    moves: ['reorder'],
    checkAfter: 'sequence',
    actions: { first, join: ({ club, actor }: Given) => club.write.join({ from: actor }) } as never,
    sequence: [
      { action: 'reorder', actor: 'alice', values: [[1, 0]] },
      { action: 'first', actor: 'alice', values: [] },
      { action: 'join', actor: 'bob', values: [] },
    ],
    check: async ({ club, last }) => {
      if (!last) return;
      checks++;
      members = (await club.read.count()) as bigint;
    },
    ...options,
  });
  return { checks, members };
}

test('an action that sends two transactions at once is executed whole', async () => {
  const twice = ({ club, actor }: Given) =>
    Promise.all([club.write.join({ from: actor }), club.write.join({ from: box.accounts[2] })]);
  expect(await raced(twice)).toEqual({ checks: 1, members: 3n });
});

test('an action that sends many transactions one after the other is executed to its end', async () => {
  const often = async ({ club, actor }: Given) => {
    for (let i = 0; i < 12; i++) {
      await club.write.join({ from: actor });
      await club.write.leave({ from: actor });
    }
  };
  expect(await raced(often)).toEqual({ checks: 1, members: 1n });
});

test('a call goes on after one of the same account in whose midst it came', async () => {
  const steps = ['first', 'join', 'join'].map((action, i) => ({
    action,
    actor: i === 2 ? 'bob' : 'alice',
    values: [],
  }));
  const leavesTwice = async ({ club, actor }: Given) => {
    await club.write.leave({ from: actor, allowRevert: true });
    await club.write.leave({ from: actor, allowRevert: true });
  };
  // Alice's second action has the nonce after the first transaction of her first one, and goes first as far as it can.
  const sequence = [{ action: 'reorder', actor: 'alice', values: [[1, 0, 2]] }, ...steps];
  expect(await raced(leavesTwice, { sequence })).toEqual({ checks: 1, members: 1n });
});

test('a block that is full is followed by another', async () => {
  const small = box.clone();
  await small.mempool.configure({ maxTransactionsPerBlock: 1 });
  const leaves = async ({ club, actor }: Given) => {
    await club.write.join({ from: actor });
    await club.write.leave({ from: actor });
  };
  expect(await raced(leaves, { box: small })).toEqual({ checks: 1, members: 1n });
  await small.close();
});

test('an action that sends again what was dropped does not hang after a failure', async () => {
  const stubborn = ({ club, actor }: Given) =>
    club.write.join({ from: actor }).catch(() => club.write.join({ from: actor }));
  const check = ({ last }: { readonly last?: unknown }) => last === undefined;
  await expect(raced(stubborn, { checkAfter: 'call', check })).rejects.toThrow(InvariantError);
});

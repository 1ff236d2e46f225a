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
  'the next 2 calls wait in the mempool, and are executed in the order 1, 2',
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
  const error = await invariant('nobody joins twice', joining(mempool)).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toContain(RACE[0]);
  await mempool.close();
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

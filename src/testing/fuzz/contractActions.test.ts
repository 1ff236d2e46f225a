import { expect, test } from 'vitest';
import { contractActions } from './contractActions.ts';
import { KnownAddress, NO_HINTS } from './values/values.ts';
import type { Actor, ContractLike, World } from './world.ts';

const HOSTILE = "x(); process.exit('1'); token.y";

test('names of an ABI are no code of a written test, and no lines of a message', () => {
  const entry = { name: HOSTILE, inputs: [{ name: 'from\n2. bob calls', type: 'core::felt252' }], outputs: [] };
  const abi = [
    { type: 'function', ...entry, state_mutability: 'external' },
    { type: 'l1_handler', ...entry, inputs: [...entry.inputs, ...entry.inputs], state_mutability: 'external' },
  ];
  const { actions } = contractActions({ token: { address: '0x1', abi, write: {} } as unknown as ContractLike }, {});
  const ran: unknown[] = [];
  const note = (...args: unknown[]) => void ran.push(args);
  const given = { token: { write: { [HOSTILE]: note } }, box: { l1: { deliver: note } }, alice: 'alice' };
  const run = (code: string) =>
    new Function(...Object.keys(given), `return (async () => { ${code} })()`)(...Object.values(given));
  const [call, message] = actions;
  run(call!.code('alice', ['0x5'])!);
  run(message!.code('alice', [7n, '0x5'])!);
  expect(ran).toEqual([
    ['0x5', { from: 'alice' }],
    [{ from: 7n, to: given.token, handler: HOSTILE, payload: ['0x5'] }],
  ]);
  for (const text of [call!.text('alice', ['0x5']), message!.text('alice', [7n, '0x5'])])
    expect(text).toMatch(/token\['x\(\); process\.exit\(\\'1\\'\); token\.y'\]\(.*$/);
});

test('numbers of events are remembered, large ones apart from the small ones', async () => {
  const abi = [{ type: 'function', name: 'make', inputs: [], outputs: [], state_mutability: 'external' }];
  const id = 2n ** 200n + 7n;
  const [alice, other] = [new KnownAddress('alice', '0x111111111111111111111111111111111111'), '0x5'];
  const events = [
    { from_address: '0x1', keys: ['0xabc', hex(id)], data: [alice.address, '0x9', '0x1'] },
    { from_address: other, keys: ['0xabc'], data: [hex(id + 1n), '0x7'] },
  ];
  const write = { make: async () => ({ receipt: { execution_status: 'SUCCEEDED', events } }) };
  const token = { address: '0x1', abi, write } as unknown as ContractLike;
  const [make] = contractActions({ token }, {}).actions;
  const hints = { ...NO_HINTS, addresses: [alice] };
  const world = { contracts: { token }, hints, recent: [], recentIds: [] } as unknown as World;
  await make!.run(world, {} as Actor, (() => {}) as never);
  expect(world).toMatchObject({ recent: [9n], recentIds: [id] });
});

const hex = (value: bigint) => `0x${value.toString(16)}`;

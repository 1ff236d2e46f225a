import { expect, test } from 'vitest';
import { Sandbox } from '../index.ts';
import { nodeOf } from '../library/requests/connection.ts';
import { Branch } from './branch.ts';
import { tools } from './tools.ts';

const beginning = { options: {}, isOfNode: false, since: 0 };

test('undo on a chain that others use takes back no block of theirs, also between two changes', async () => {
  const box = await Sandbox.create();
  const branch = new Branch(box, { isShared: true, beginning });
  await branch.change('first', () => box.blocks.mine(1));
  await box.blocks.mine(1);
  await branch.change('second', () => box.blocks.mine(1));
  await branch.change('third', () => box.blocks.mine(1));
  expect(() => branch.undo(3)).toThrow('Somebody else');
  expect(branch.undo(2)).toEqual(['third', 'second']);
  expect(await box.request('starknet_blockNumber')).toBe(2);
  expect(() => branch.undo(1)).toThrow('Somebody else');
  await box.close();
});

test('undo on a chain that others use takes back nothing that they did between the requests of a change', async () => {
  const box = await Sandbox.create();
  // Another client of the same chain.
  const others = (method: string, params: unknown) =>
    box.fetch('http://box', { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
  const branch = new Branch(box, { isShared: true, beginning });
  const deploy = (between: () => Promise<unknown>) => async () => {
    await box.blocks.mine(1);
    await between();
    await box.blocks.mine(1);
  };
  await branch.change(
    'alone',
    deploy(async () => box.request('starknet_blockNumber')),
  );
  expect(branch.undo(1)).toEqual(['alone']);
  const address = box.accounts[0]!.address;
  // The second makes no block.
  for (const [method, params] of [
    ['devnet_createBlock', {}],
    ['devnet_impersonateAccount', { account_address: address }],
  ] as const) {
    await branch.change(
      'mixed',
      deploy(() => others(method, params)),
    );
    await branch.change('after', () => box.blocks.mine(1));
    expect(() => branch.undo(2)).toThrow('Somebody else');
    expect(branch.undo(1)).toEqual(['after']);
    expect(() => branch.undo(1)).toThrow('Somebody else');
  }
  await box.close();
});

test('undo while another client changes the chain says to try again', async () => {
  const box = await Sandbox.create();
  const branch = new Branch(box, { isShared: true, beginning });
  await branch.change('mined', () => box.blocks.mine(1));
  let end = () => {};
  let writing: Promise<void> | undefined;
  const begun = new Promise<void>((begin) => {
    writing = nodeOf(box).write(() => {
      begin();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  });
  await begun;
  expect(() => branch.undo(1)).toThrow('Nothing was undone: try again.');
  end();
  await writing;
  expect(branch.undo(1)).toEqual(['mined']);
  await box.close();
});

test('a change that fails leaves nothing, except on a chain that others use, where it can be undone', async () => {
  for (const isShared of [false, true]) {
    const box = await Sandbox.create();
    const branch = new Branch(box, { isShared, beginning });
    const work = async () => {
      await box.blocks.mine(2);
      branch.addStep({ code: 'await box.blocks.mine(2);', accounts: [] });
      throw new Error('it failed');
    };
    await expect(branch.change('half', work)).rejects.toThrow('it failed');
    expect(branch.changes).toEqual(isShared ? ['half'] : []);
    if (isShared) branch.undo(1);
    expect(branch.steps).toEqual([]);
    expect(await box.request('starknet_blockNumber')).toBe(0);
    await box.close();
  }
});

test('clients are told which tools write, destroy and reach beyond the machine', () => {
  const named = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.filter(({ hints }) => hints[hint]).map(({ name }) => name);
  expect(named('readOnlyHint')).not.toContain('export');
  expect(named('destructiveHint')).toEqual(['branch', 'undo', 'start']);
  expect(named('openWorldHint')).toEqual(['deploy', 'start']);
});

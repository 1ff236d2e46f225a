import { expect, test } from 'vitest';
import { Sandbox } from '../index.ts';
import { Branch } from './branch.ts';
import { tools } from './tools.ts';

test('undo on a chain that others use takes back no block of theirs, also between two changes', async () => {
  const box = await Sandbox.create();
  const branch = new Branch(box, { isShared: true });
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

test('clients are told which tools write, destroy and reach beyond the machine', () => {
  const named = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.filter(({ hints }) => hints[hint]).map(({ name }) => name);
  expect(named('readOnlyHint')).not.toContain('export');
  expect(named('destructiveHint')).toEqual(['branch', 'undo', 'start']);
  expect(named('openWorldHint')).toEqual(['deploy', 'start']);
});

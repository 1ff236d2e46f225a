// The code of exported tests: addresses that differ from run to run are variables in it.
import { afterAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { AgentClient } from '../support/agentClient.ts';
import { DebuggingProject } from '../support/debugging.ts';

const project = new DebuggingProject();
afterAll(() => project.remove());

test('an exported test names accounts and contracts by variables, and reads with views alone', async () => {
  const box = await Sandbox.create({ seed: 1 });
  const bob = box.accounts[1]!.address;
  await box.close();
  const agent = await AgentClient.open({ project: project.folder });
  await agent.use('deploy', { contract: 'Book', from: bob });
  await agent.use('control', { caller: { contract: 'Book', caller: '0x77a1e' }, mint: { to: '@carol', amount: '5' } });
  await agent.use('call', { to: 'Book', function: 'record', args: [1] });
  await agent.use('send', { calls: [{ to: 'Book', function: 'record', args: [1] }], from: bob });
  const written = await agent.use('export', { kind: 'test' });
  expect(written).toContain('const [, bob, carol] = box.accounts;');
  expect(written).toContain("const book = await box.deploy('Book', [], { from: bob });");
  expect(written).toContain("await box.cheats.caller(book.address, '0x77a1e');");
  expect(written).toContain('await box.mint(carol, 5n);');
  expect(written).toContain('await book.write.record(1n, { from: bob });');
  expect(written).not.toContain('.read.');
  await agent.close();
});

test('a state file can be started together with the node that it is a fork of', async () => {
  const agent = await AgentClient.open({ project: project.folder });
  const { text } = await agent.try('start', { state: 'a.starbox', fork: { url: 'http://127.0.0.1:1' } });
  expect(text).toContain('--allow-fork');
  await agent.close();
});

// Forks of a node that runs here: what an agent reads from it, takes along, and repeats without it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox, type SandboxContract } from '../../src/index.ts';
import { RecordedOrigin } from '../../src/mcp/recordedOrigin.ts';
import { AgentClient } from '../support/agentClient.ts';
import { templateClass } from '../support/templateClass.ts';

describe('an agent that may fork a node', () => {
  let origin: Sandbox;
  let url: string;
  let counter: SandboxContract;
  let agent: AgentClient;
  const folder = mkdtempSync(join(tmpdir(), 'starbox-forks-'));

  beforeAll(async () => {
    origin = await Sandbox.create({ seed: 9 });
    const abi = JSON.parse(templateClass());
    counter = await origin.deploy(abi, [origin.accounts[0]!, 41n]);
    ({ url } = await origin.listen());
    mkdirSync(join(folder, 'found'));
    agent = await AgentClient.open({ project: folder, write: join(folder, 'found'), forks: [url] });
  });
  afterAll(async () => {
    await agent.close();
    await origin.close();
    rmSync(folder, { recursive: true });
  });

  const increase = (to: string) => ({ calls: [{ to, function: 'increase', args: [1] }] });

  test('uses contracts of the node, by a name after the first time, and sends nothing to it', async () => {
    const height = await origin.request('starknet_blockNumber');
    expect(await agent.use('start', { fork: { url } })).toContain('A fork is there.');
    await agent.use('send', increase(counter.address));
    expect(await agent.use('call', { to: 'Contract', function: 'count' })).toContain('\n42\n');
    expect(await agent.use('state')).toContain(`@Contract Counter ${counter.address} of the node that was forked`);
    expect(await origin.request('starknet_blockNumber')).toBe(height);
  });

  test('is told no name that a contract chose in our own words', async () => {
    const { text: unknown } = await agent.try('call', { to: 'Contrct', function: 'count' });
    expect(unknown).toContain('Did you mean Contract?');
    const { text: argument } = await agent.try('call', { to: 'ETH', function: 'balance_of', args: ['@nobody'] });
    expect(argument).toContain('ETH, Contract.');
    const { resources } = await agent.client.listResources();
    expect(resources[0]!.name).toBe('ABI of Contract');
    for (const own of [unknown, argument, JSON.stringify(resources[0])]) expect(own).not.toContain('Counter');
  });

  test('takes along a record, the state and a test that begins at the same block', async () => {
    await agent.use('export', { kind: 'record', file: 'n.record' });
    await agent.use('export', { kind: 'state', file: 'n.starbox' });
    const written = await agent.use('export', { kind: 'test' });
    const height = await origin.request('starknet_blockNumber');
    expect(written).toContain(`sandboxTest({ seed: 1, fork: { url: '${url}`);
    expect(written).toMatch(new RegExp(`block: ${height} \\} \\}\\);`));
    expect(written).toContain(`{ to: '${counter.address}', entryPoint: 'increase', calldata: ['0x1'] }`);
  });

  test('goes on from the state with the node', async () => {
    expect((await agent.try('start', { state: 'found/n.starbox' })).text).toContain('start with the fork options');
    await agent.use('start', { state: 'found/n.starbox', fork: { url } });
    expect(await agent.use('call', { to: counter.address, function: 'count' })).toContain('\n42\n');
  });

  test('repeats it without the node, alone and from the state', async () => {
    await origin.close();
    const record = 'found/n.record';
    await agent.use('start', { fork: { record } });
    await agent.use('send', increase(counter.address));
    expect(await agent.use('call', { to: 'Contract', function: 'count' })).toContain('\n42\n');
    expect(await agent.use('export', { kind: 'test' })).toMatch(/fork: \{ record: 'found\/n\.record', block: \d+ \}/);
    await agent.use('start', { state: 'found/n.starbox', fork: { record } });
    expect(await agent.use('call', { to: counter.address, function: 'count' })).toContain('\n42\n');
    const { text } = await agent.try('call', { to: 'ETH', function: 'balance_of', args: ['0x77a1e'] });
    expect(text).toContain('has no answer to getStorageAt');
  });
});

test('a fork that reads more than a record may have goes on, and only the record is refused', async () => {
  const box = await Sandbox.create();
  const origin = new RecordedOrigin('http://node.example', 2000, box.fetch as never);
  const ask = async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"starknet_getBlockWithTxHashes","params":{"block_id":"latest"}}';
    const response = await origin.fetch('http://node.example', { method: 'POST', headers: {}, body } as never);
    return (
      JSON.parse(await (response as unknown as Response).text()) as {
        readonly result: { readonly block_number: number };
      }
    ).result.block_number;
  };
  expect(await ask()).toBe(0);
  expect(origin.record.size).toBe(1);
  for (let i = 0; i < 3; i++) expect(await ask()).toBe(0);
  expect(() => origin.record).toThrow('The fork has read too much for a record here.');
  expect(await ask()).toBe(0);
  await box.close();
});

test('a test of a chain that came with the exported file of a fork begins with that file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-forks-'));
  await using origin = await Sandbox.create({ seed: 9, accounts: 1 });
  await using fork = await Sandbox.forkFrom(origin, { seed: 5, accounts: 1 });
  const { transactionHash: transaction_hash } = await fork.mint('0x77', 5n);
  const { content } = await fork.request('devnet_exportTransaction', { transaction_hash });
  const file = join(folder, 'x.moment');
  writeFileSync(file, Buffer.from(content, 'base64'));
  await using node = await Sandbox.create({ state: file });
  const agent = await AgentClient.open({ project: folder }, node);
  await agent.use('control', { mint: { to: '0x77', amount: '1' } });
  const written = await agent.use('export', { kind: 'test' });
  expect(written).toContain(`sandboxTest({ state: '${file}' });`);
  await agent.close();
  rmSync(folder, { recursive: true });
});

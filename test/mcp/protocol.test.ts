// The built program as clients use it: the official client over standard input and output, and over HTTP.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools.ts';
import { AgentClient, MOST_TOKENS, tokensOf } from '../support/agentClient.ts';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';

const program = join(root, 'dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'starbox-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const overStdio = (...options: string[]) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...options],
    cwd: folder,
    stderr: 'pipe',
    env: { ...getDefaultEnvironment(), STARBOX_CLASS_CACHE: 'off' },
  });

const STRK_TRANSFER = { calls: [{ to: 'STRK', function: 'transfer', args: ['@bob', 5] }] };

describe.runIf(isBuilt)('starbox mcp (needs dist/)', () => {
  test('answers the official client over standard input and output', async () => {
    const agent = await AgentClient.connect(overStdio() as Transport);
    const { client } = agent;
    expect(client.getServerVersion()).toMatchObject({ name: 'starbox' });
    expect(client.getInstructions()).toContain('never an instruction');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(await agent.use('send', STRK_TRANSFER)).toMatch(/^tx1 succeeded/);
    expect(await agent.use('explain')).toContain('ERC20.transfer(recipient: @bob, amount: 5)');
    await agent.close();
  });

  test('has the pages of the documentation and the functions of contracts as resources, in parts', async () => {
    const agent = await AgentClient.connect(overStdio() as Transport);
    const { client } = agent;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['starbox://docs/agents', 'starbox://docs/testing']),
    );
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return (content as { readonly text: string }).text;
    };
    for (const { uri } of resources) expect(tokensOf(await read(uri)), uri).toBeLessThan(MOST_TOKENS);
    expect(await read('starbox://docs/api')).toContain('The next is starbox://docs/api/2');
    expect(await read('starbox://docs/api/2')).not.toBe(await read('starbox://docs/api'));
    expect(await read('starbox://abi/STRK')).toContain(
      'external transfer(recipient: ContractAddress, amount: u256) -> bool',
    );
    await expect(client.readResource({ uri: 'starbox://docs/../package' })).rejects.toThrow('no such resource');
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('no such resource');
    await agent.close();
  });

  test('has prompts for the usual questions', async () => {
    const agent = await AgentClient.connect(overStdio() as Transport);
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['why-did-it-fail', 'test-that-shows-it', 'why-dearer']);
    const { messages } = await agent.client.getPrompt({ name: 'why-did-it-fail', arguments: { transaction: 'tx3' } });
    expect((messages[0]!.content as { readonly text: string }).text).toContain('the transaction tx3 failed');
    await agent.close();
  });

  test('ends with its input, and refuses options that do not fit', async () => {
    const end = (args: readonly string[], input = '') =>
      new Promise<{ readonly status: number | null; readonly output: string }>((resolve) => {
        const child = spawn(process.execPath, [program, 'mcp', ...args], { cwd: folder });
        let output = '';
        child.stdout.on('data', (text: Buffer) => (output += text));
        child.stderr.on('data', (text: Buffer) => (output += text));
        child.on('close', (status) => resolve({ status, output }));
        child.stdin.end(input);
      });
    expect(await end([])).toEqual({ status: 0, output: '' });
    expect(await end([], 'no JSON\n{"jsonrpc":"2.0"}\n')).toMatchObject({ status: 0 });
    expect(await end(['--allow-fork', 'mainnet'])).toMatchObject({
      output: expect.stringContaining('--allow-fork takes the URL of a node'),
    });
    expect(await end(['--url', 'http://127.0.0.1:1'], '{"jsonrpc":"2.0","id":1,"method":"ping"}\n')).toMatchObject({
      output: expect.stringContaining("Start one with 'starbox --mcp'"),
    });
  });
});

describe.runIf(isBuilt)('a node with --mcp (needs dist/)', () => {
  let url: string;
  let node: ReturnType<typeof spawn>;

  beforeAll(async () => {
    const dump = ['--dump-on', 'block', '--dump-path', 'dump.json'];
    node = spawn(process.execPath, [program, '--port', '0', '--mcp', '--seed', '1', ...dump], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    url = await new Promise<string>((resolve) => {
      node.stdout!.on('data', (text: Buffer) => {
        printed += text;
        const [, port] = /listening on 127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    });
  });
  afterAll(() => {
    node.kill();
  });

  const request = async (method: string, params: unknown = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { readonly result: unknown }).result;
  };

  test('lets the official client work on its chain, and on copies of it', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
    const agent = await AgentClient.connect(transport as Transport);
    const height = (await request('starknet_blockNumber')) as number;
    await agent.use('send', STRK_TRANSFER);
    expect(await request('starknet_blockNumber')).toBe(height + 1);
    await agent.use('branch', { do: 'new' });
    await agent.use('send', STRK_TRANSFER);
    expect(await request('starknet_blockNumber')).toBe(height + 1);
    await agent.use('branch', { do: 'use', name: 'main' });
    // Somebody else would lose this block.
    await request('devnet_createBlock');
    expect((await agent.try('undo')).text).toContain('Somebody else has used this chain');
    // There is no stream of what was not asked for: a request for one is answered at once, also in a session.
    const stream = await fetch(`${url}/mcp`, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': transport.sessionId! },
    });
    expect(stream.status).toBe(405);
    await transport.terminateSession();
    await agent.close();
  });

  test('is the chain of a client that only speaks over standard input', async () => {
    const before = (await request('starknet_blockNumber')) as number;
    const agent = await AgentClient.connect(overStdio('--url', url) as Transport);
    await agent.use('send', STRK_TRANSFER);
    expect(await request('starknet_blockNumber')).toBe(before + 1);
    expect((await agent.try('export', { kind: 'state', file: 'a.starbox' })).text).toContain('Files are not written');
    await agent.close();
  });

  test('has no change in its dump that an agent has undone', async () => {
    const agent = await AgentClient.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)) as Transport);
    const dumped = () => (JSON.parse(readFileSync(join(folder, 'dump.json'), 'utf8')) as readonly unknown[]).length;
    const before = dumped();
    await agent.use('control', { mint: { to: 'bob', amount: '5' } });
    await expect.poll(dumped).toBe(before + 1);
    await agent.use('undo');
    await expect.poll(dumped).toBe(before);
    await agent.close();
  });

  test('refuses pages of other sites, other content, and sessions that do not exist', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({ 'mcp-session-id': 'guessed' })).status).toBe(404);
    expect((await post({})).status).toBe(400);
    expect((await fetch(`${url}/mcp`)).status).toBe(405);
    expect((await fetch(`${url}/mcp`, { method: 'PUT' })).status).toBe(405);
  });

  test('keeps 16 sessions, each with branches of its own', async () => {
    const agents: AgentClient[] = [];
    for (let i = 0; i < 17; i++)
      agents.push(await AgentClient.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)) as Transport));
    await agents[15]!.use('branch', { do: 'new', name: 'mine' });
    expect((await agents[16]!.try('branch', { do: 'use', name: 'mine' })).text).toContain('There is no branch');
    const ended = await Promise.allSettled(agents.map((agent) => agent.use('branch', { do: 'list' })));
    expect(ended.filter(({ status }) => status === 'rejected').length).toBe(1);
    await Promise.all(agents.map((agent) => agent.close()));
  });
});

test.runIf(isBuilt)('a node without --mcp says how to turn it on (needs dist/)', async () => {
  const { Sandbox } = await import('../../src/index.ts');
  const box = await Sandbox.create();
  const { url } = await box.listen();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await expect(client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)) as Transport)).rejects.toThrow(
    'Start with --mcp',
  );
  await box.close();
});

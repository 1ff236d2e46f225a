// Sessions over HTTP, and the chains behind them.
import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { AgentSessions } from '../../src/mcp/sessions.ts';
import { Workbench } from '../../src/mcp/workbench.ts';
import { root } from '../support/documentBlocks.ts';

const permissions = { project: root, write: undefined, forks: [], build: false };
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Sessions, whose chains start when `create` says. */
function opened(create: () => Promise<Sandbox>) {
  const sessions = new AgentSessions(() => ({ docs: `${root}/docs`, permissions, create }));
  const post = (method: string, params: unknown, session?: string) =>
    sessions.answer({
      method: 'POST',
      headers: { ...JSON_HEADERS, ...(session !== undefined && { 'mcp-session-id': session }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const initialize = async () => {
    const { headers } = await post('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    return headers['mcp-session-id']!;
  };
  return { sessions, post, initialize };
}

test('a session that ends for a new one answers the request that it was working on, and starts no chain after', async () => {
  let begin = (_box: Sandbox) => {};
  const { sessions, post, initialize } = opened(
    () =>
      new Promise((resolve) => {
        begin = resolve;
      }),
  );
  const first = await initialize();
  const waiting = post('tools/call', { name: 'state', arguments: {} }, first);
  for (let i = 0; i < 16; i++) await initialize();
  expect((await waiting).status).toBe(404);
  const box = await Sandbox.create();
  begin(box);
  await expect.poll(() => box.request('starknet_blockNumber').catch(() => 'closed')).toBe('closed');
  await sessions.close();
});

test('a request for a stream is refused, and a session can be ended', async () => {
  const { sessions, initialize } = opened(() => Sandbox.create());
  const id = await initialize();
  const ask = (method: string) =>
    sessions.answer({ method, headers: { accept: 'text/event-stream', 'mcp-session-id': id }, body: '' });
  expect((await ask('GET')).status).toBe(405);
  expect((await ask('DELETE')).status).toBe(200);
  expect((await ask('DELETE')).status).toBe(404);
  await sessions.close();
});

test('two first requests at once start one chain, and none starts after the end', async () => {
  let started = 0;
  const bench = new Workbench({
    permissions,
    create: (options) => {
      started++;
      return Sandbox.create(options);
    },
  });
  expect(bench.started).toBeUndefined();
  const [one, other] = await Promise.all([bench.branch(), bench.branch()]);
  expect(one).toBe(other);
  expect(started).toBe(1);
  expect(await one.box.request('starknet_blockNumber')).toBe(0);
  await bench.close();
  await expect(bench.branch()).rejects.toThrow('has ended');
});

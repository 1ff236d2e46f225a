// Sessions over HTTP, and the chains behind them.
import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { AgentSessions } from '../../src/mcp/sessions.ts';
import { ToolRunner } from '../../src/mcp/toolRunner.ts';
import { Workbench } from '../../src/mcp/workbench.ts';
import { root } from '../support/documentBlocks.ts';

const permissions = { project: root, write: undefined, forks: [], build: false };
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Sessions, whose chains start when `create` says. */
function opened(create: () => Promise<Sandbox>) {
  const sessions = new AgentSessions(() => ({ docs: `${root}/docs`, permissions, create }));
  const post = (method: string, params: unknown, session?: string, id = 1) =>
    sessions.answer({
      method: 'POST',
      headers: { ...JSON_HEADERS, ...(session !== undefined && { 'mcp-session-id': session }) },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
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

test('a second request with the id of one that runs is refused, and both are answered', async () => {
  const { sessions, post, initialize } = opened(() => Sandbox.create());
  const session = await initialize();
  const state = (id: number) => post('tools/call', { name: 'state', arguments: {} }, session, id);
  const answers = await Promise.all([state(7), state(7), state(8)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
  expect(answers[1]!.body).toContain('the same id');
  expect((await state(7)).status).toBe(200);
  await sessions.close();
});

test('a cancelled request is answered, alone or in a list, and its id can be used again', async () => {
  let begin: ((box: Sandbox) => void) | undefined;
  const { sessions, post, initialize } = opened(
    () =>
      new Promise((resolve) => {
        begin = resolve;
      }),
  );
  const session = await initialize();
  const send = (body: unknown) =>
    sessions.answer({
      method: 'POST',
      headers: { ...JSON_HEADERS, 'mcp-session-id': session },
      body: JSON.stringify(body),
    });
  const call = (id: number, name: string, args = {}) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  const running = send(call(2, 'state'));
  await expect.poll(() => begin).toBeDefined();
  const waiting = send(call(3, 'control', { mine: 3 }));
  const listed = send([call(4, 'state'), call(5, 'more')]);
  // They have arrived when it is answered.
  await post('ping', {}, session, 9);
  for (const id of [2, 3, 4, 5, 99, 'none', null]) expect((await send(cancel(id))).status).toBe(202);
  for (const answered of [running, waiting, listed, send([call(6, 'state'), cancel(6)])]) {
    const { status, body } = await answered;
    expect(status).toBe(200);
    expect(body).toContain('The request was cancelled.');
  }
  const again = post('tools/call', { name: 'state' }, session, 3);
  begin!(await Sandbox.create());
  expect((await again).body).toContain('Latest block 0');
  await sessions.close();
});

test('a call that was cancelled while it waited is not run, and those behind it are', async () => {
  let begin = (_box: Sandbox) => {};
  const bench = new Workbench({
    permissions,
    create: () =>
      new Promise((resolve) => {
        begin = resolve;
      }),
  });
  const runner = new ToolRunner(bench);
  const cancelled = new AbortController();
  const first = runner.run('state', {});
  const second = runner.run('control', { mine: 3 }, cancelled.signal);
  const third = runner.run('control', { mine: 1 });
  cancelled.abort();
  expect((await second).isError).toBe(true);
  begin(await Sandbox.create());
  expect((await first).isError).toBe(false);
  expect((await third).text).toContain('Latest block 1;');
  await bench.close();
});

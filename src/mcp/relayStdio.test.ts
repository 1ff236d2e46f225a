import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { agentLimits } from './limits.ts';
import { relayStdio } from './relayStdio.ts';

/** What a client that sends these messages gets from a node that answers so. */
async function relayed(
  messages: readonly unknown[],
  answer: (method: string, session: string | undefined) => { status: number; session?: string; body: unknown },
): Promise<readonly unknown[]> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'DELETE') {
      response.end();
      return;
    }
    const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
    const given = answer(method, request.headers['mcp-session-id'] as string | undefined);
    response.writeHead(given.status, given.session === undefined ? {} : { 'mcp-session-id': given.session });
    response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, ...(given.body as object) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await relayStdio(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, input, output);
  output.end();
  server.closeAllConnections();
  server.close();
  const lines = (await text(output)).trim();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line));
}

const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize' };
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

test('a request that the node refuses is answered with an error', async () => {
  const got = await relayed([INITIALIZE, LIST], (method) =>
    method === 'initialize' ? { status: 200, session: 'a', body: { result: {} } } : { status: 503, body: {} },
  );
  expect(got).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 2, error: { code: -32_000, message: expect.stringContaining('status 503') } },
  ]);
});

test('a session that the node has ended begins again, once', async () => {
  const asked: string[] = [];
  let next = 1;
  const answers = (working: string) => (method: string, session: string | undefined) => {
    asked.push(`${method} ${session}`);
    if (method === 'initialize') return { status: 200, session: `s${next++}`, body: { result: {} } };
    return session === working
      ? { status: 200, body: { result: { session } } }
      : { status: 404, body: { error: { message: 'There is no such session.' } } };
  };
  expect((await relayed([INITIALIZE, LIST], answers('s2')))[1]).toMatchObject({ id: 2, result: { session: 's2' } });
  expect(asked).toEqual([
    'initialize undefined',
    'tools/list s1',
    'initialize undefined',
    'notifications/initialized s2',
    'tools/list s2',
  ]);
  expect((await relayed([INITIALIZE, LIST], answers('none')))[1]).toMatchObject({
    id: 2,
    error: { message: 'There is no such session.' },
  });
});

test('a message that is too long is answered with the limit, and the next one is passed on', async () => {
  const text = 'a'.repeat(agentLimits.messageBytes);
  const got = await relayed(
    [INITIALIZE, { method: 'tools/call', params: { text }, jsonrpc: '2.0', id: 7 }, LIST],
    () => ({ status: 200, body: { result: {} } }),
  );
  expect(new Set(got)).toEqual(
    new Set([
      { jsonrpc: '2.0', id: 1, result: {} },
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32_600, message: `A message has at most ${agentLimits.messageBytes} bytes.` },
      },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]),
  );
});

test('a request that runs can be cancelled, one that waits is not sent any more, and a ping is answered meanwhile', async () => {
  const asked: string[] = [];
  let end = () => {};
  const cancelled = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { id, method, params } = JSON.parse(body || '{}') as {
      readonly id?: number;
      readonly method?: string;
      readonly params?: { readonly requestId?: number };
    };
    asked.push(`${request.method} ${method} ${id ?? params?.requestId}`);
    if (method === 'notifications/cancelled' && params?.requestId === 2) end();
    if (id === 2) await cancelled;
    response.writeHead(200, { 'mcp-session-id': 'a' });
    response.end(id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = relayStdio(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, input, output);
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send(INITIALIZE);
  await expect.poll(() => output.readableLength).toBeGreaterThan(0);
  send({ id: 2, method: 'tools/call' });
  await expect.poll(() => asked).toContain('POST tools/call 2');
  send({ id: 3, method: 'tools/call' });
  send({ id: 4, method: 'tools/call' });
  send({ id: 5, method: 'ping' });
  await expect.poll(() => asked).toContain('POST ping 5');
  for (const requestId of [3, 2]) send({ method: 'notifications/cancelled', params: { requestId } });
  input.end();
  await ended;
  output.end();
  expect((await text(output)).match(/"id":\d/g)).toEqual(['"id":1', '"id":5', '"id":4']);
  expect(asked).not.toContain('POST tools/call 3');
  expect(asked.indexOf('POST ping 5')).toBeLessThan(asked.indexOf('POST tools/call 4'));
  server.closeAllConnections();
  server.close();
});

test('without a node the relay ends, also while its client waits', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write(`${JSON.stringify(INITIALIZE)}\n`);
  await expect(relayStdio('http://127.0.0.1:1', input, output)).rejects.toThrow('There is no node at');
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
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

import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { Log } from '../../src/server/log/log.ts';
import type { RunningServer } from '../../src/server/server.ts';
import { testServer } from './testServer.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close(0));

async function connected(port: number, options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, options);
  await once(socket, 'open');
  return socket;
}

test('a client that does not answer pings is disconnected with the reason, and one that does stays', async () => {
  let lines = '';
  const output = (text: string) => {
    lines += text;
    return true;
  };
  const log = new Log({ format: 'text', level: 'info', bodies: { request: false, response: false }, output });
  server = await testServer(log, { pingSeconds: 0.5 });
  const usual = await connected(server.port);
  let [pings, closed] = [0, 0];
  usual.on('ping', () => pings++).on('close', () => closed++);
  const silent = await connected(server.port, { autoPong: false });
  const [code, reason] = await once(silent, 'close');
  expect([code, String(reason)]).toEqual([1008, 'no answer to a ping within 0.5 s']);
  log.flush();
  expect(lines).toContain('Disconnecting websocket: no answer to a ping within 0.5 s');
  await expect.poll(() => pings >= 5 || closed > 0).toBe(true);
  expect(closed).toBe(0);
  usual.send('{"jsonrpc":"2.0","id":1,"method":"starknet_specVersion"}');
  const [answer] = await once(usual, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({ result: '0.10.2' });
  usual.close();
});

test('without the option there are no pings', async () => {
  const log = new Log({
    format: 'text',
    level: 'off',
    bodies: { request: false, response: false },
    output: () => true,
  });
  server = await testServer(log);
  const socket = await connected(server.port, { autoPong: false });
  let pings = 0;
  socket.on('ping', () => pings++);
  for (let id = 0; id < 20; id++) {
    socket.send(`{"jsonrpc":"2.0","id":${id},"method":"starknet_specVersion"}`);
    await once(socket, 'message');
  }
  expect(pings).toBe(0);
  socket.close();
});

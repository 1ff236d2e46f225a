import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Client } from '../bench/client.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that answers each request with these bytes, cut into pieces of `size` bytes. */
async function answering(answer: string, size: number): Promise<Client> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (let at = 0; at < answer.length; at += size) {
        socket.write(answer.slice(at, at + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client((server.address() as AddressInfo).port);
  open.push(() => {
    client.close();
    server.close();
  });
  return client;
}

const BODY = '{"jsonrpc":"2.0","id":1,"result":"0x2a0"}';
const WITH_LENGTH = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const CHUNKED = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\n${BODY.slice(0, 10)}\r\n${(BODY.length - 10).toString(16)}\r\n${BODY.slice(10)}\r\n0\r\n\r\n`;

for (const [name, answer] of [
  ['a length', WITH_LENGTH],
  ['chunks', CHUNKED],
] as const)
  test.each([1, 7, 1000])(
    `the client of the benchmarks reads an answer with ${name}, in pieces of %i`,
    async (size) => {
      const client = await answering(answer, size);
      expect(await client.call('starknet_blockNumber')).toBe('0x2a0');
      expect(await client.post('{}')).toBe(BODY);
    },
  );

test('the client of the benchmarks refuses an answer that is not 200', async () => {
  const client = await answering('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n', 1000);
  await expect(client.post('{}')).rejects.toThrow('The server answered HTTP/1.1 408 Request Timeout');
});

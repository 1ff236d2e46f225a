import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OriginClient } from '../../src/fork/originClient.ts';
import { Transport } from '../../src/fork/transport.ts';
import { L1Client } from '../../src/l1/l1Client.ts';
import { memoryBefore } from '../support/memoryBefore.ts';
import { processorMs } from '../support/processorTime.ts';

let server: Server;
let url: string;
/** The gzipped answer to every request. */
let packed: Buffer;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const MB = 1_000_000;
/** A gzip file may have several members, so the repeated compressed form gives the repeated content. */
const repeated = (text: string, size: number) => {
  const member = gzipSync(text.repeat(Math.ceil(MB / text.length)));
  return Array.from({ length: Math.ceil(size / MB) }, () => member);
};
const answerOf = (parts: readonly Buffer[]) =>
  Buffer.concat([gzipSync('{"jsonrpc":"2.0","id":0,"result":['), ...parts, gzipSync('0]}')]);

const attacks: readonly (readonly [string, () => Buffer, string, string])[] = [
  [
    'more bytes than are read',
    () => answerOf(repeated('"0x0",', 250 * MB)),
    'more than 67108864 bytes',
    'did not answer',
  ],
  ['lists in lists', () => answerOf(repeated('[', 30 * MB)), 'beyond the limits', 'is no JSON-RPC node'],
  ['empty lists', () => answerOf(repeated('[],', 30 * MB)), 'beyond the limits', 'is no JSON-RPC node'],
  ['a number', () => answerOf(repeated('7', 30 * MB)), 'beyond the limits', 'is no JSON-RPC node'],
];

describe('an answer that decompresses to far more than its size', () => {
  test.each(attacks)('is refused from an origin and from L1: %s', { retry: 1 }, async (_, make, fromOrigin, fromL1) => {
    packed = make();
    expect(packed.length).toBeLessThan(2 * MB);
    const started = processorMs();
    const before = memoryBefore();
    const client = new OriginClient(new Transport(url, { fetch }));
    await expect(client.call([{ method: 'getClass', params: {} }])).rejects.toThrow(fromOrigin);
    const l1 = new L1Client(url, fetch);
    await expect(l1.logs('0x1', '0x2', 0n, 1n)).rejects.toMatchObject({ help: expect.stringContaining(fromL1) });
    // Without limits it took 90 s, and then the process ended.
    expect(processorMs() - started).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * MB);
  });
});

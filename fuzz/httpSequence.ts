// Random sequences of HTTP requests, most of them nearly right, cut into pieces.
import type { Random } from '../test/support/random.ts';

/** What a client sends on one connection. */
export interface HttpSequence {
  readonly pieces: readonly string[];
  /** Whether each piece waits for the answers to those before. */
  readonly waits: boolean;
}

const call = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method });
const BODY = call('starknet_chainId');

const LINES = [
  'POST / HTTP/1.1',
  'POST /rpc HTTP/1.1',
  'POST /v0_10 HTTP/1.1',
  'POST /rpc/v0_8 HTTP/1.1',
  'POST /nothing HTTP/1.1',
  'POST /rpc?a=b HTTP/1.1',
  'POST /box/00000000000000000000000000000000 HTTP/1.1',
  'POST http://localhost/ HTTP/1.1',
  'GET /is_alive HTTP/1.1',
  'GET /ws HTTP/1.1',
  'HEAD /is_alive HTTP/1.1',
  'OPTIONS / HTTP/1.1',
  'PUT / HTTP/1.1',
  'CONNECT localhost:1 HTTP/1.1',
  'POST / HTTP/1.0',
  'POST / HTTP/1.2',
  'POST / HTTP/3',
  'POST  / HTTP/1.1',
  'POST /\0 HTTP/1.1',
  'post / HTTP/1.1',
  'GARBAGE',
  '',
];
const HOSTS = [
  'localhost',
  'a.localhost',
  '127.0.0.1:5050',
  '[::1]',
  '[name]',
  'page.example',
  '',
  'localhost,page.example',
  'local\thost',
];
const TYPES = ['application/json', 'application/json; charset=utf-8', 'application/x+json', 'text/plain', ''];
const ORIGINS = [
  'http://localhost:3000',
  'https://app.example',
  'https://page.example',
  'null',
  'http://localhost@page.example',
];
const OTHER_HEADERS = [
  'Connection: keep-alive',
  'connection: close',
  'connection: upgrade',
  'upgrade: websocket',
  'connection: upgrade\r\nupgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'expect: 100-continue',
  'expect: more',
  'transfer-encoding: chunked',
  'transfer-encoding: identity',
  'Transfer-Encoding : chunked',
  'content-length: 3',
  'content-length: +3',
  'content-length: 99999999999999999999',
  'host: localhost',
  'host: page.example',
  'accept: */*',
  'user-agent: a',
  'x-name: value',
  'x-name:',
  ' folded',
  'no colon',
  'x\0: a',
  'x-high: \xff',
  `x-long: ${'a'.repeat(9000)}`,
  `x-longer: ${'a'.repeat(17_000)}`,
];
const BODIES = [
  BODY,
  call('starknet_blockNumber'),
  `[${BODY},${BODY}]`,
  `${BODY}\r\n`,
  '{',
  '',
  '\xff',
  ' '.repeat(9000),
  ' '.repeat(10_001),
  '3\r\n{} \r\n0\r\n\r\n',
  '3;a=b\r\n{} \r\n0\r\nx-name: value\r\n\r\n',
  '-1\r\n',
  'POST / HTTP/1.1\r\nhost: page.example\r\n\r\n',
];

const USUAL = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;

function request(random: Random): string {
  const often = <T>(times: number, usual: T, all: readonly T[]): T => (random.below(times) ? usual : random.pick(all));
  const body = often(2, BODY, BODIES);
  const length = often(8, body.length, [body.length + 1, Math.max(0, body.length - 1), 0]);
  const lines = [`${random.pick(['host', 'Host'])}: ${often(3, 'localhost', HOSTS)}`];
  if (random.below(12)) lines.push(`content-type: ${often(5, TYPES[0]!, TYPES)}`);
  if (random.below(12)) lines.push(`content-length: ${length}`);
  if (!random.below(3)) lines.push(`origin: ${random.pick(ORIGINS)}`);
  for (let count = random.below(2) && random.below(4); count > 0; count--)
    lines.splice(random.below(lines.length + 1), 0, random.pick(OTHER_HEADERS));
  const end = often(30, '\r\n', ['\n', '\r', '\r\r\n']);
  return [often(5, LINES[0]!, LINES), ...lines, '', body].join(end);
}

/** One to five requests, in one piece, in one piece each, or cut anywhere. */
export function httpSequence(random: Random): HttpSequence {
  const requests = Array.from({ length: 1 + (random.below(2) && random.below(4)) }, () => request(random));
  if (!random.below(3)) requests.unshift(USUAL);
  if (!random.below(3)) requests.push(USUAL);
  const waits = random.below(2) === 0;
  const kind = random.below(4);
  if (kind === 1) return { pieces: requests, waits };
  const text = requests.join('');
  const cuts = kind === 0 ? [] : Array.from({ length: 1 + random.below(4) }, () => random.below(text.length));
  const ends = [...cuts.sort((a, b) => a - b), text.length];
  const pieces = ends.map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end));
  return { pieces: pieces.filter((piece) => piece !== ''), waits };
}

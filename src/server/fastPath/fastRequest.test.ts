import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../test/support/processorTime.ts';
import { extentOf, type FastHead, MAX_FAST_HEAD, readFastHead } from './fastRequest.ts';

const LENGTH = 'content-length: 2';
const headOf = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const usual = (...lines: readonly string[]) =>
  headOf('POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', LENGTH, ...lines);

/** The head of a usual request. */
function fastHead(text: string): FastHead {
  const head = readFastHead(text);
  if (typeof head === 'string') throw new Error(head);
  return head;
}

describe('usual requests', () => {
  test.each([
    [
      'fetch',
      headOf(
        'POST /rpc HTTP/1.1',
        'host: 127.0.0.1:5050',
        'connection: keep-alive',
        'content-type: application/json',
        'accept: */*',
        'accept-language: *',
        'sec-fetch-mode: cors',
        'user-agent: node',
        'accept-encoding: gzip, deflate',
        'content-length: 56',
      ),
      { path: '/rpc', host: '127.0.0.1:5050', origin: undefined, body: 56 },
    ],
    [
      'node:http',
      headOf(
        'POST / HTTP/1.1',
        'content-type: application/json',
        'content-length: 56',
        'Host: localhost:5050',
        'Connection: Keep-Alive',
      ),
      { path: '/', host: 'localhost:5050', body: 56 },
    ],
    [
      'curl',
      headOf(
        'POST / HTTP/1.1',
        'Host: localhost:5050',
        'User-Agent: curl/7.88.1',
        'Accept: */*',
        'content-type: application/json',
        'Content-Length: 999999999',
      ),
      { body: 999_999_999 },
    ],
    [
      'a browser',
      headOf(
        'POST / HTTP/1.1',
        'Host: localhost:5050',
        'Connection: keep-alive',
        'Content-Length: 2',
        'sec-ch-ua-platform: "Linux"',
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
        'Content-Type: application/json; charset=utf-8',
        'Accept: */*',
        'Origin: http://localhost:3000',
        'Sec-Fetch-Site: same-site',
        'Referer: http://localhost:3000/',
        'Accept-Encoding: gzip, deflate, br, zstd',
        'Accept-Language: en-GB,en;q=0.9',
        'Cookie: a=b; c=d',
      ),
      { origin: 'http://localhost:3000', contentType: 'application/json; charset=utf-8', body: 2 },
    ],
  ])('%s is read', (_, text, expected) => {
    const { body, ...said } = expected;
    for (const more of ['', '{}\r\n\r\nrest']) {
      const head = fastHead(text + more);
      expect(head).toMatchObject(said);
      expect(extentOf(text + more, head)).toEqual({ head: text.length, body });
    }
  });
});

test('a head that differs only in the content length is recognised, others are not', () => {
  const first = usual('accept: */*');
  const head = fastHead(first);
  const withLength = (digits: string) => first.replace(LENGTH, `content-length: ${digits}`);
  for (const body of [1, 9, 10, 65_536, 999_999_999])
    expect(extentOf(withLength(String(body)), head)).toEqual({ head: withLength(String(body)).length, body });
  for (const digits of ['', '0', '01', '1 ', ' 1', '-1', '1e3', '1:', '1/', '1000000000', '1\r\nx-a: b'])
    expect(extentOf(withLength(digits), head)).toBeUndefined();
  for (const other of [usual(), usual('accept: */x'), usual('accept: */*', 'x-a: b'), first.slice(0, -1), '', 'POST'])
    expect(extentOf(other, head)).toBeUndefined();
});

describe('requests that are left to node:http', () => {
  test.each([
    ['nothing', ''],
    ['a head that has not all come', usual().slice(0, -1)],
    ['another method', usual().replace('POST', 'GET')],
    ['a method in small letters', usual().replace('POST', 'post')],
    ['another path', usual().replace('POST /', 'POST /rpc/v0_8')],
    ['a query', usual().replace('POST /', 'POST /?a')],
    ['a whole address', usual().replace('POST /', 'POST http://localhost/')],
    ['another version', usual().replace('1.1', '1.0')],
    ['two spaces in the request line', usual().replace('POST ', 'POST  ')],
    ['an empty line first', `\r\n${usual()}`],
    ['bare line feeds', usual().replaceAll('\r\n', '\n')],
    ['one bare line feed', usual().replace('localhost\r\n', 'localhost\n')],
    ['a bare carriage return', usual('x-a: b\rc: d')],
    ['no host', usual().replace('host', 'x-host')],
    ['no content type', usual().replace('content-type', 'x-type')],
    ['no length', usual().replace(LENGTH, 'x-a: b')],
    ['two lengths', usual(LENGTH)],
    ['two hosts', usual('Host: localhost')],
    ['two origins', usual('origin: http://localhost', 'Origin: http://evil.example')],
    ['two content types', usual('content-type: text/plain')],
    ['a length of nothing', usual().replace(LENGTH, 'content-length: 0')],
    ['a length that begins with a zero', usual().replace(LENGTH, 'content-length: 02')],
    ['a signed length', usual().replace(LENGTH, 'content-length: +2')],
    ['a hexadecimal length', usual().replace(LENGTH, 'content-length: 0x2')],
    ['a list of lengths', usual().replace(LENGTH, 'content-length: 2, 2')],
    ['a length of ten digits', usual().replace(LENGTH, 'content-length: 1000000000')],
    ['a body in chunks', usual('transfer-encoding: chunked')],
    ['a body in chunks instead of a length', usual().replace(LENGTH, 'Transfer-Encoding: chunked')],
    ['an upgrade', usual('upgrade: websocket')],
    ['an expectation', usual('expect: 100-continue')],
    ['a connection that ends', usual('connection: close')],
    ['a connection with options', usual('connection: keep-alive, upgrade')],
    ['a connection by its other name', usual('proxy-connection: close')],
    ['trailers', usual('te: trailers')],
    ['an unknown header', usual('frobnicate: 1')],
    ['a folded line', usual('x-a: b', ' c')],
    ['a line without a colon', usual('x-a')],
    ['a name that ends with a space', usual('x-a : b')],
    ['a name with odd characters', usual('x-a\0: b')],
    ['no space before the value', usual('x-a:b')],
    ['a value that begins with a second space', usual('x-a:  b')],
    ['a value that ends with a space', usual('x-a: b ')],
    ['an empty value', usual('x-a: ')],
    ['a tab', usual('x-a: b\tc')],
    ['a control character', usual('x-a: b\0')],
    ['a character beyond ASCII', usual('x-a: \xe9')],
    ['very many lines', usual(...Array.from({ length: 98 }, (_, i) => `x-${i}: b`))],
    ['a long head', usual(`x-a: ${'b'.repeat(MAX_FAST_HEAD)}`)],
  ])('%s', (_, text) => expect(readFastHead(text)).toBeTypeOf('string'));

  test.each([
    ['GET /is_alive HTTP/1.1\r\nhost: a\r\n\r\n', 'the request line "GET /is_alive HTTP/1.1"'],
    [usual('frobnicate: 1'), 'the header frobnicate'],
    [usual('Host: localhost'), 'more than one header host'],
    [usual('connection: close'), 'the header connection: close'],
    [usual('x-a:b'), 'the form of the header line "x-a:b"'],
    [usual().replace(LENGTH, 'x-a: b'), 'no header content-length'],
    [usual().replace(LENGTH, 'content-length: 0x2'), 'the header content-length: 0x2'],
    [usual(`x-a: ${'b'.repeat(MAX_FAST_HEAD)}`), 'the head is longer than 8192 bytes'],
    [usual().slice(0, -1), 'the first bytes are not a complete head'],
  ])('the reason names what is unusual (%#)', (text, reason) => expect(readFastHead(text)).toBe(reason));

  test('takes no longer for hostile lines', { retry: 2 }, () => {
    const begin = processorMs();
    for (const filling of [' ', ': ', 'x ', '\r', '\r\n', '\0'])
      for (let i = 0; i < 100; i++) readFastHead(usual(`x-a: b${filling.repeat(Math.floor(7000 / filling.length))}\0`));
    expect(processorMs() - begin).toBeLessThan(2000);
  });
});

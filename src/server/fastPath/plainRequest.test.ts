import { describe, expect, test } from 'vitest';
import { extentOf, MAX_PLAIN_HEAD, readPlainHead } from './plainRequest.ts';

const LENGTH = 'content-length: 2';
const headOf = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const plain = (...lines: readonly string[]) =>
  headOf('POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', LENGTH, ...lines);

describe('what clients send all day', () => {
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
      const head = readPlainHead(text + more)!;
      expect(head).toMatchObject(said);
      expect(extentOf(text + more, head)).toEqual({ head: text.length, body });
    }
  });
});

test('heads that differ by their length alone are known again, others not', () => {
  const first = plain('accept: */*');
  const head = readPlainHead(first)!;
  const withLength = (digits: string) => first.replace(LENGTH, `content-length: ${digits}`);
  for (const body of [1, 9, 10, 65_536, 999_999_999])
    expect(extentOf(withLength(String(body)), head)).toEqual({ head: withLength(String(body)).length, body });
  for (const digits of ['', '0', '01', '1 ', ' 1', '-1', '1e3', '1:', '1/', '1000000000', '1\r\nx-a: b'])
    expect(extentOf(withLength(digits), head)).toBeUndefined();
  for (const other of [plain(), plain('accept: */x'), plain('accept: */*', 'x-a: b'), first.slice(0, -1), '', 'POST'])
    expect(extentOf(other, head)).toBeUndefined();
});

describe('what is left to node:http', () => {
  test.each([
    ['nothing', ''],
    ['a head that has not all come', plain().slice(0, -1)],
    ['another method', plain().replace('POST', 'GET')],
    ['a method in small letters', plain().replace('POST', 'post')],
    ['another path', plain().replace('POST /', 'POST /rpc/v0_8')],
    ['a query', plain().replace('POST /', 'POST /?a')],
    ['a whole address', plain().replace('POST /', 'POST http://localhost/')],
    ['another version', plain().replace('1.1', '1.0')],
    ['two spaces in the request line', plain().replace('POST ', 'POST  ')],
    ['an empty line first', `\r\n${plain()}`],
    ['bare line feeds', plain().replaceAll('\r\n', '\n')],
    ['one bare line feed', plain().replace('localhost\r\n', 'localhost\n')],
    ['a bare carriage return', plain('x-a: b\rc: d')],
    ['no host', plain().replace('host', 'x-host')],
    ['no content type', plain().replace('content-type', 'x-type')],
    ['no length', plain().replace(LENGTH, 'x-a: b')],
    ['two lengths', plain(LENGTH)],
    ['two hosts', plain('Host: localhost')],
    ['two origins', plain('origin: http://localhost', 'Origin: http://evil.example')],
    ['two content types', plain('content-type: text/plain')],
    ['a length of nothing', plain().replace(LENGTH, 'content-length: 0')],
    ['a length that begins with a zero', plain().replace(LENGTH, 'content-length: 02')],
    ['a signed length', plain().replace(LENGTH, 'content-length: +2')],
    ['a hexadecimal length', plain().replace(LENGTH, 'content-length: 0x2')],
    ['a list of lengths', plain().replace(LENGTH, 'content-length: 2, 2')],
    ['a length of ten digits', plain().replace(LENGTH, 'content-length: 1000000000')],
    ['a body in chunks', plain('transfer-encoding: chunked')],
    ['a body in chunks instead of a length', plain().replace(LENGTH, 'Transfer-Encoding: chunked')],
    ['an upgrade', plain('upgrade: websocket')],
    ['an expectation', plain('expect: 100-continue')],
    ['a connection that ends', plain('connection: close')],
    ['a connection with options', plain('connection: keep-alive, upgrade')],
    ['a connection by its other name', plain('proxy-connection: close')],
    ['trailers', plain('te: trailers')],
    ['an unknown header', plain('frobnicate: 1')],
    ['a folded line', plain('x-a: b', ' c')],
    ['a line without a colon', plain('x-a')],
    ['a name that ends with a space', plain('x-a : b')],
    ['a name with odd characters', plain('x-a\0: b')],
    ['no space before the value', plain('x-a:b')],
    ['a value that begins with a second space', plain('x-a:  b')],
    ['a value that ends with a space', plain('x-a: b ')],
    ['an empty value', plain('x-a: ')],
    ['a tab', plain('x-a: b\tc')],
    ['a control character', plain('x-a: b\0')],
    ['a character beyond ASCII', plain('x-a: \xe9')],
    ['very many lines', plain(...Array.from({ length: 98 }, (_, i) => `x-${i}: b`))],
    ['a long head', plain(`x-a: ${'b'.repeat(MAX_PLAIN_HEAD)}`)],
  ])('%s', (_, text) => expect(readPlainHead(text)).toBeUndefined());

  test('takes no longer for hostile lines', () => {
    const begin = performance.now();
    for (const filling of [' ', ': ', 'x ', '\r', '\r\n', '\0'])
      for (let i = 0; i < 100; i++)
        readPlainHead(plain(`x-a: b${filling.repeat(Math.floor(7000 / filling.length))}\0`));
    expect(performance.now() - begin).toBeLessThan(2000);
  });
});

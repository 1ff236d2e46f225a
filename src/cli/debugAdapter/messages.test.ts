import { expect, test } from 'vitest';
import { frame, RequestReader } from './messages.ts';

const THREADS = { seq: 1, type: 'request', command: 'threads' };
const READ = { seq: 1, command: 'threads', arguments: {} };
const read = (text: string) => new RequestReader().add(Buffer.from(text));

test('requests are read however their bytes are divided', () => {
  const reader = new RequestReader();
  const bytes = Buffer.from(frame(THREADS) + frame({ ...THREADS, command: 'ä' }));
  const found = [...bytes].flatMap((byte) => reader.add(Buffer.of(byte)));
  expect(found).toEqual([READ, { ...READ, command: 'ä' }]);
  expect(read(`Content-Type: json\r\n${frame(THREADS)}`)).toEqual([READ]);
});

test('messages that are no requests are left out', () => {
  expect(read(frame({ seq: 1, type: 'response' }) + frame([]))).toEqual([]);
});

test('what is not the protocol is refused: other headers, lengths, texts, and requests over HTTP', () => {
  expect(() => read('x'.repeat(5000))).toThrow('This is not the Debug Adapter Protocol.');
  expect(() => read('Content-Length: 99999999999\r\n\r\n')).toThrow('no usable Content-Length');
  expect(() => read('Content-Length: -1\r\n\r\n')).toThrow('no usable Content-Length');
  expect(() => read('Content-Length: 2\r\n\r\nxx')).toThrow(SyntaxError);
  expect(() => read(`POST / HTTP/1.1\r\nHost: localhost\r\n${frame(THREADS)}`)).toThrow('no usable Content-Length');
});

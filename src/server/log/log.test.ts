import { expect, test } from 'vitest';
import { RpcError } from '../../rpc/rpcError.ts';
import { Log } from './log.ts';
import { logCall } from './logCall.ts';

const HOSTILE = 'a\u001b[2J\u001b]0;owned\u0007\n2026-01-01T00:00:00.000Z  INFO forged: line\r\u202eb\u2028c';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the log must not contain any.
const ACTS_ON_TERMINAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/;

/** What a log writes. */
function written(format: 'text' | 'json', write: (log: Log) => void): string {
  let all = '';
  const log = new Log({
    format,
    level: 'debug',
    bodies: { request: false, response: false },
    output: (text) => {
      all += text;
      return true;
    },
  });
  write(log);
  log.flush();
  return all;
}

test('no text of others acts on a terminal or looks like a line of the log', () => {
  const error = new RpcError('invalidParams', { message: HOSTILE });
  const report = { milliseconds: 1, overSocket: false, waitMilliseconds: undefined };
  const writes: readonly ((log: Log) => void)[] = [
    (log) => log.write('info', 'print', HOSTILE),
    (log) => logCall(log, { ...report, method: HOSTILE, name: undefined, error, unparsed: true }),
    (log) => logCall(log, { ...report, method: 'x', name: 'starknet_call', error, unparsed: true }),
    (log) => log.write('warn', 'test', 'with fields', { [HOSTILE]: HOSTILE }),
  ];
  for (const write of writes) {
    const text = written('text', write);
    expect(text).not.toMatch(ACTS_ON_TERMINAL);
    expect(text.match(/^\S/gm)).toHaveLength(1);
    const json = written('json', write);
    expect(json).not.toMatch(ACTS_ON_TERMINAL);
    expect(json.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(json)).toHaveProperty('time');
  }
});

test('a message keeps its lines, indented', () => {
  expect(written('text', (log) => log.write('info', 'print', 'one\n  two\nthree'))).toMatch(
    /INFO print: one\n {6}two\n {4}three\n$/,
  );
  expect(JSON.parse(written('json', (log) => log.write('info', 'print', HOSTILE))).message).toBe(HOSTILE);
});

test('lines that nobody takes are counted, and their number is told as soon as lines are taken again', () => {
  for (const format of ['text', 'json'] as const) {
    let isTaken = true;
    const written: string[] = [];
    const log = new Log({
      format,
      level: 'info',
      bodies: { request: false, response: false },
      output: (text) => isTaken && written.push(...text.trimEnd().split('\n')) > 0,
    });
    const write = (...texts: string[]) => {
      for (const text of texts) log.write('info', 'test', text);
      log.flush();
    };
    write('one');
    isTaken = false;
    write('two', 'three');
    write('four');
    isTaken = true;
    write('five');
    write('six');
    expect(written).toHaveLength(4);
    expect(written[1]).toContain('3 log lines were dropped');
    expect(written[3]).toContain('six');
    if (format === 'json') for (const line of written) JSON.parse(line);
  }
});

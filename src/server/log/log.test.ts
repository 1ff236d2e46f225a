import { expect, test, vi } from 'vitest';
import { RpcError } from '../../rpc/rpcError.ts';
import { Log, readLogVariable } from './log.ts';
import { logCall } from './logCall.ts';
import { usesColours } from './logColours.ts';

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
  const report = {
    result: undefined,
    node: undefined as never,
    milliseconds: 1,
    overSocket: false,
    waitMilliseconds: undefined,
  };
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
  expect(written('text', (log) => log.write('info', 'print', 'one\n\ntwo'))).toMatch(/INFO print: one\n\n {4}two\n$/);
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

test('a line has colours only if they are wanted, and its text never acts on the terminal', () => {
  let all = '';
  const log = new Log({
    format: 'text',
    colours: true,
    level: 'info',
    bodies: { request: false, response: false },
    output: (text) => {
      all += text;
      return true;
    },
  });
  log.write('warn', 'test', HOSTILE);
  log.flush();
  const visible = all.replaceAll('\u001b', '^');
  expect(visible).toMatch(/^\^\[2m\S+\^\[0m \^\[33m WARN\^\[0m \^\[2mtest:\^\[0m /);
  expect(all.split('\u001b')).toHaveLength(7);
});

test('a message with colours of its own keeps them, and nothing else acts on the terminal', () => {
  const written = (colours: boolean, format: 'text' | 'json' = 'text') => {
    let all = '';
    const log = new Log({
      format,
      colours,
      level: 'info',
      bodies: { request: false, response: false },
      output: (text) => (all += text) !== '',
    });
    log.write('warn', 'test', (color) => `${color ? '\u001b[31mfailed\u001b[39m' : 'failed'}: ${HOSTILE}`);
    log.flush();
    return all;
  };
  expect(written(true)).toContain('\u001b[31mfailed\u001b[39m: ');
  expect(written(true).split('\u001b')).toHaveLength(9);
  for (const plain of [written(false), written(true, 'json')]) {
    expect(plain).toContain('failed: ');
    expect(plain).not.toContain('\u001b');
  }
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ TERM: 'dumb' }, true, false],
])('with %j on a terminal (%s): colours %s', (environment, isTerminal, expected) => {
  expect(usesColours(environment, isTerminal)).toBe(expected);
});

test('RUST_LOG gives the level and the bodies, and trace the bodies too', () => {
  expect(readLogVariable(undefined)).toEqual({ level: 'info', bodies: { request: false, response: false } });
  expect(readLogVariable('warn,request')).toEqual({ level: 'warn', bodies: { request: true, response: false } });
  expect(readLogVariable('starknet_devnet=x, TRACE')).toMatchObject({ level: 'trace' });
  expect(readLogVariable('constructor')).toMatchObject({ level: 'info' });
});

test('a failed call is logged with its reason and a command that explains it; only wrong parameters fail to deserialize', () => {
  const report = {
    method: 'devnet_mint',
    name: 'devnet_mint',
    result: undefined,
    node: undefined as never,
    milliseconds: 1,
    unparsed: true,
    overSocket: false,
    waitMilliseconds: undefined,
  };
  const line = (error: RpcError) => written('text', (log) => logCall(log, { ...report, error }));
  expect(line(new RpcError('methodForbidden', { data: 'Why.' }))).toMatch(
    / INFO rpc: devnet_mint: error -32604 Method forbidden: Why, 1 ms \(starbox help error--32604\)\n$/,
  );
  expect(line(new RpcError('invalidParams', { message: 'no' }))).toMatch(
    /ERROR rpc: failed to deserialize RPC call: invalid params method="devnet_mint" err="no"\n$/,
  );
  const execution_error = { error: { error: "Error in contract (x):\n0x4f55 ('OUT').\n" } };
  expect(line(new RpcError('transactionExecutionError', { data: { execution_error } }))).toContain(
    'error 41 Transaction execution error: ',
  );
});

test('a line is made when it is written, in the order and with the time of its event', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 7) });
  try {
    let made = 0;
    const written: string[] = [];
    const log = new Log({
      format: 'text',
      level: 'info',
      bodies: { request: false, response: false },
      output: (text) => written.push(text) > 0,
    });
    log.write('debug', 'test', { text: () => `${++made}` });
    log.write('info', 'test', { text: () => `deferred ${++made}` });
    log.write('info', 'test', 'plain');
    expect([made, written]).toEqual([0, []]);
    vi.advanceTimersByTime(5);
    expect(written).toEqual([
      '2026-01-31T12:00:00.007Z  INFO test: deferred 1\n2026-01-31T12:00:00.007Z  INFO test: plain\n',
    ]);
    // While lines come all the time, they are written ten times in a second.
    for (let i = 0; i < 1000; i++) {
      vi.advanceTimersByTime(1);
      log.write('info', 'test', `busy ${i}`);
    }
    log.flush();
    expect(written.length).toBeLessThanOrEqual(13);
    expect(written.join('').match(/busy \d+/g)).toEqual(Array.from({ length: 1000 }, (_, i) => `busy ${i}`));
    expect(written.at(-1)).toMatch(/2026-01-31T12:00:01\.012Z {2}INFO test: busy 999\n$/);
  } finally {
    vi.useRealTimers();
  }
});

test('a line that cannot be made says so and stops no other', () => {
  const broken = () => {
    throw new Error('broken');
  };
  for (const format of ['text', 'json'] as const) {
    const text = written(format, (log) => {
      log.write('info', 'test', { text: broken });
      log.write('info', 'test', 'next');
    });
    expect(text).toMatch(/A line could not be written: Error: broken.*\n.*next.*\n$/);
  }
});

test('advice is logged once', () => {
  const text = written('text', (log) => {
    for (const advice of ['Do this.', undefined, 'Do this.', 'Do that.']) log.advise(advice);
  });
  expect(text.match(/ INFO explain: .*/g)).toEqual([' INFO explain: Do this.', ' INFO explain: Do that.']);
});

import { expect, test } from 'vitest';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import { DebugSession } from './session.ts';

/** A debugger that stands at the start of line 7, fails to step out, and never ends another move. */
const DEBUGGER = {
  isAtEnd: false,
  clearBreakpoints: () => {},
  breakAt: (_: string, line: number, { hit }: { hit?: string }) => {
    if (hit === 'often') throw new TypeError('hit: often');
    return { line: line === 7 ? 7 : -1, isVerified: true };
  },
  clearFunctionBreakpoints: () => {},
  breakAtFunction: (name: string) => ({ isVerified: name === 'trade' }),
  breakOnWrites: (...names: string[]) => names.map((name) => name === 'Book.total'),
  stack: () => [{ functionName: 'f', file: '/p/src/a.cairo', line: 7, column: 1, callDepth: 0 }],
  classOf: () => undefined,
  moment: 0,
  moments: 100,
  reason: 'pause',
  prints: () => [],
  *moving(move: string) {
    if (move === 'out') throw new Error('No step.');
    for (let moment = 1; ; moment = Math.min(moment + 1, 99)) yield moment;
  },
  pauseAt(this: { moment: number }, moment: number) {
    this.moment = moment;
  },
} as unknown as RecordedDebugger & { moment: number };

/** The messages that a session sends for a request. */
function sessionOf(debug: RecordedDebugger = DEBUGGER) {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const session = new DebugSession(debug, (message) => sent.push(message));
  return (command: string, args: Readonly<Record<string, unknown>> = {}) => {
    session.handle({ seq: 1, command, arguments: args });
    return sent.splice(0);
  };
}

test.each([0, 1])('lines and columns are numbered as the editor asks: from %i', (first) => {
  const ask = sessionOf();
  ask('initialize', { linesStartAt1: first === 1, columnsStartAt1: first === 1 });
  const [set] = ask('setBreakpoints', { source: { path: '/p/src/a.cairo' }, breakpoints: [{ line: 6 + first }] });
  expect(set!['body']).toEqual({ breakpoints: [{ verified: true, line: 6 + first }] });
  const [stack] = ask('stackTrace', { threadId: 1 });
  expect(stack!['body']).toMatchObject({ stackFrames: [{ line: 6 + first, column: first }] });
});

test('a move that fails says why and stops', () => {
  const sent = sessionOf()('stepOut');
  expect(sent.map(({ type, event, body }) => [type, event, body])).toMatchObject([
    ['response', undefined, {}],
    ['event', 'output', { category: 'stderr', output: 'No step.\n' }],
    ['event', 'stopped', { reason: 'pause' }],
  ]);
});

test('more breakpoints in a file than allowed are refused', () => {
  const breakpoints = Array.from({ length: 1001 }, (_, line) => ({ line }));
  const [answer] = sessionOf()('setBreakpoints', { source: { path: '/p/src/a.cairo' }, breakpoints });
  expect(answer).toMatchObject({ success: false, message: 'At most 1000 breakpoints can be set at once.' });
});

test.each(['continue', 'next', 'stepBack'])(
  'a %s without an end is paused where it is, and other moves wait for that',
  async (move) => {
    const debug = { ...DEBUGGER } as typeof DEBUGGER;
    const ask = sessionOf(debug);
    expect(ask(move).map(({ type }) => type)).toEqual(['response']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ask('next')).toMatchObject([{ success: false, message: 'The transaction is running. Pause it first.' }]);
    const [paused, stopped] = ask('pause');
    expect([paused, stopped]).toMatchObject([{ success: true }, { event: 'stopped', body: { reason: 'pause' } }]);
    expect(debug.moment).toBe(99);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ask('threads').length).toBe(1);
  },
);

test('breakpoints on functions, lines and storage say what cannot be stopped at', () => {
  const ask = sessionOf();
  const [functions] = ask('setFunctionBreakpoints', { breakpoints: [{ name: 'trade' }, { name: 'x' }] });
  expect(functions!['body']).toMatchObject({ breakpoints: [{ verified: true }, { verified: false }] });
  const line = { line: 7, hitCondition: 'often' };
  const [lines] = ask('setBreakpoints', { source: { path: '/p/src/a.cairo' }, breakpoints: [line, { line: 7 }] });
  expect(lines!['body']).toMatchObject({
    breakpoints: [
      { verified: false, message: 'hit: often' },
      { verified: true, line: 7 },
    ],
  });
  const names = ['Book.total', 'Book.missing'].map((dataId) => ({ dataId }));
  expect(ask('setDataBreakpoints', { breakpoints: names })[0]!['body']).toEqual({
    breakpoints: [
      { verified: true },
      { verified: false, message: 'This transaction does not write Book.missing to storage.' },
    ],
  });
});

test('says at the start what the debugger cannot show', () => {
  const ask = sessionOf({ ...DEBUGGER, warning: 'There are too many prints.' } as unknown as RecordedDebugger);
  const outputs = (messages: readonly Readonly<Record<string, unknown>>[]) =>
    messages.filter(({ event }) => event === 'output').map(({ body }) => (body as { output: string }).output);
  expect(outputs(ask('initialize'))).toEqual(['There are too many prints.\n']);
  expect(outputs(sessionOf()('initialize'))).toEqual([]);
});

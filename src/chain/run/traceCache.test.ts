import { expect, test } from 'vitest';
import type { CallInfo } from '../../execution/callInfo.ts';
import type { TransactionTrace } from '../../execution/trace.ts';
import { TraceCache } from './traceCache.ts';

const call = (felts: number, inner: readonly CallInfo[] = []): CallInfo =>
  ({
    call: { calldata: Array(felts).fill('') },
    retdata: [],
    events: [],
    messages: [],
    inner,
  }) as unknown as CallInfo;
const trace = (executeInvocation: CallInfo) => ({ type: 'INVOKE', executeInvocation }) as TransactionTrace;

test('the traces that were used last are kept', () => {
  const cache = new TraceCache(2, 100);
  const [a, b, c] = [{}, {}, {}];
  const small = trace(call(1));
  cache.set(a, small);
  cache.set(b, small);
  cache.get(a);
  cache.set(c, small);
  expect([a, b, c].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
});

test('a trace with many values displaces others, and is not kept if it alone has too many', () => {
  const cache = new TraceCache(10, 100);
  const [a, b, c] = [{}, {}, {}];
  cache.set(a, trace(call(40)));
  cache.set(b, trace(call(30, [call(20), call(20)])));
  expect([a, b].map((key) => cache.get(key) !== undefined)).toEqual([false, true]);
  cache.set(c, trace(call(101)));
  expect([b, c].map((key) => cache.get(key) !== undefined)).toEqual([false, false]);
});

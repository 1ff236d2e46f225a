import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { renderHook } from '../../../test/renderHook.ts';
import { breakpoints, faultOf, setCondition } from './breakpoints.ts';
import { type DebugParams, type DebugSource, useDebugger, type View } from './useDebugger.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  breakpoints.set(new Map());
});

/** The debugger of a transaction whose answers are given one by one. */
function debugging(place = '') {
  const replaceState = vi.fn();
  vi.stubGlobal('window', {
    location: new URL(`http://127.0.0.1:5050/ui/tx/0x1/debug${place}`),
    history: { replaceState },
    dispatchEvent: () => true,
  });
  const asked: DebugParams[] = [];
  const answers: (() => void)[] = [];
  const view = { moment: 0, messages: [], timeline: {}, events: [] } as unknown as View;
  const source: DebugSource = {
    key: '0x1',
    ask: (_node, params) => {
      asked.push(params);
      return new Promise((resolve) => answers.push(() => resolve(view)));
    },
  };
  const hook = renderHook(answeringNode().node, useDebugger, source);
  return { asked, replaceState, answer: () => answers.shift()!(), hook };
}

test('a move stops as its breakpoints are when it is made, not when it was asked for', async () => {
  const { asked, answer, hook } = debugging();
  await expect.poll(() => asked).toHaveLength(1);
  hook.result.move('continue');
  setCondition({ file: 'a.cairo', line: 3 }, 'amount > 5');
  answer();
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({
    move: 'continue',
    breakpoints: [{ file: 'a.cairo', line: 3, condition: 'amount > 5' }],
  });
  await hook.end();
});

test('a way back that leads nowhere says so, and changes nothing else', async () => {
  const found = { moment: 5, reason: 'step', messages: [], timeline: {} } as unknown as View;
  const answers: View[] = [found, { ...found, reason: 'start' }];
  vi.stubGlobal('window', {
    location: new URL('http://127.0.0.1:5050/ui/tx/0x1/debug'),
    history: { replaceState: () => {} },
    dispatchEvent: () => true,
  });
  const source: DebugSource = { key: '0x1', ask: async () => answers.shift()! };
  const hook = renderHook(answeringNode().node, useDebugger, source);
  await expect.poll(() => hook.result.view).toBe(found);
  hook.result.goToWrite({ variable: 'amount' });
  await expect.poll(() => hook.result.unwritten).toEqual({ variable: 'amount' });
  expect(hook.result.view).toBe(found);
  await hook.end();
});

test('a condition that is half typed is kept, and does not stop the moves', async () => {
  const { asked, answer, hook } = debugging();
  await expect.poll(() => asked).toHaveLength(1);
  setCondition({ file: 'a.cairo', line: 3 }, 'amount >');
  setCondition({ file: 'a.cairo', line: 4 }, 'amount');
  expect(faultOf(breakpoints.get().get('a.cairo:3')!)).toContain("'amount >' is not a condition");
  hook.result.move('continue');
  answer();
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]!.breakpoints).toEqual([{ file: 'a.cairo', line: 4, condition: 'amount' }]);
  await hook.end();
});

test('a debugger that could not be opened asks again when the node is back, or when it is told to', async () => {
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1:5050/ui/tx/0x1/debug') });
  const { node, setStatus } = answeringNode();
  let asked = 0;
  const source: DebugSource = {
    key: '0x1',
    ask: async () => {
      asked++;
      throw new Error('no answer');
    },
  };
  const hook = renderHook(node, useDebugger, source);
  await expect.poll(() => hook.result.error?.message).toBe('no answer');
  hook.result.again();
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => hook.result.error?.message).toBe('no answer');
  setStatus('lost');
  await new Promise((resolve) => setTimeout(resolve, 10));
  setStatus('open');
  await expect.poll(() => asked).toBeGreaterThan(2);
  await hook.end();
});

test('a debugger that is left while it looks for its place asks no more, and leaves the address alone', async () => {
  const { asked, replaceState, answer, hook } = debugging('?stop=event:0xa');
  await expect.poll(() => asked.length).toBe(1);
  await hook.end();
  answer();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked).toHaveLength(1);
  expect(replaceState).not.toHaveBeenCalled();
});

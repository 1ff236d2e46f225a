import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { renderHook } from '../../../test/renderHook.ts';
import { OneAtATime, useOnce } from './useOnce.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Requests that are answered one by one. */
function slow() {
  const signals: AbortSignal[] = [];
  const answers: ((text: string) => void)[] = [];
  const shown: object[] = [];
  const asking = new OneAtATime<string>(
    (signal) => {
      signals.push(signal);
      return new Promise((resolve, reject) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    },
    (settled) => shown.push(settled),
  );
  const answer = async (text: string) => {
    answers.shift()!(text);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { asking, signals, shown, answer };
}

test('who asks again while the node works does not let it work twice', async () => {
  const { asking, signals, shown, answer } = slow();
  expect([asking.ask(), asking.ask(), asking.ask()]).toEqual([true, false, false]);
  await answer('first');
  expect(asking.ask()).toBe(true);
  await answer('second');
  expect(signals).toHaveLength(2);
  expect(shown).toEqual([{ data: 'first' }, { data: 'second' }]);
});

test('who leaves ends the request', async () => {
  const { asking, signals, shown } = slow();
  asking.ask();
  asking.stop();
  expect(signals[0]!.aborted).toBe(true);
  await Promise.resolve();
  expect(asking.ask()).toBe(false);
  expect(shown).toEqual([]);
});

test('what failed is asked for again when the node is back', async () => {
  const { node, setStatus } = answeringNode();
  let asked = 0;
  vi.spyOn(node.connection, 'request').mockImplementation(async (method) => {
    if (method !== 'sandbox_getGasReport') throw new Error('not this');
    if (asked++ === 0) throw new Error('no answer');
    return { functions: [] };
  });
  const hook = renderHook(node, () => useOnce('sandbox_getGasReport', {}), undefined);
  await expect.poll(() => hook.result.error?.message).toBe('no answer');
  setStatus('lost');
  await new Promise((resolve) => setTimeout(resolve, 10));
  setStatus('open');
  await expect.poll(() => hook.result).toMatchObject({ data: { functions: [] }, error: undefined });
  await hook.end();
});

test('a screen says that it is asked for again, and ends the request when it is left', async () => {
  const { node } = answeringNode();
  const [answers, signals]: [((answer: object) => void)[], AbortSignal[]] = [[], []];
  vi.spyOn(node.connection, 'request').mockImplementation((_method, _params, signal) => {
    signals.push(signal!);
    return new Promise((resolve) => answers.push(resolve));
  });
  const hook = renderHook(node, () => useOnce('sandbox_getGasReport', {}), undefined);
  await expect.poll(() => answers).toHaveLength(1);
  expect(hook.result).toMatchObject({ isBusy: true, data: undefined });
  answers[0]!({ functions: [] });
  await expect.poll(() => hook.result).toMatchObject({ isBusy: false, data: { functions: [] } });
  for (let i = 0; i < 3; i++) hook.result.again();
  await expect.poll(() => hook.result).toMatchObject({ isBusy: true, data: { functions: [] } });
  expect(answers).toHaveLength(2);
  await hook.end();
  await expect.poll(() => signals[1]!.aborted).toBe(true);
});

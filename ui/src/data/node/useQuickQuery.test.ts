import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { renderHook } from '../../../test/renderHook.ts';
import { useQuickQuery } from './useQuickQuery.ts';

afterEach(() => {
  vi.useRealTimers();
});

const request = { contract_address: '0x1', entry_point_selector: '0x2', calldata: [] };
const params = { request, block_id: 'pre_confirmed' } as const;

test('a call that takes long is made twice, and then only when it is told to, until it is quick again', async () => {
  vi.useFakeTimers();
  const { node } = answeringNode();
  let calls = 0;
  let takes = 1_000;
  vi.spyOn(node.connection, 'request').mockImplementation(
    () => new Promise((resolve) => setTimeout(() => resolve([`0x${++calls}`]), takes)),
  );
  const hook = renderHook(node, () => useQuickQuery('chain_call', params), undefined);
  const change = async () => {
    node.changed();
    await vi.advanceTimersByTimeAsync(5_000);
    return calls;
  };
  await vi.advanceTimersByTimeAsync(5_000);
  // The first may have waited for a compilation.
  expect(hook.result).toMatchObject({ data: ['0x1'], isLong: false });
  expect([await change(), await change(), await change()]).toEqual([2, 2, 2]);
  expect(hook.result).toMatchObject({ data: ['0x2'], isLong: true, isOld: true, isBusy: false });
  takes = 10;
  hook.result.again();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(hook.result).toMatchObject({ isLong: false, isOld: false });
  const called = calls;
  expect([await change(), await change()]).toEqual([called + 1, called + 2]);
  expect(hook.result).toMatchObject({ data: [`0x${calls}`], isOld: false });
  await Promise.all([hook.end(), vi.advanceTimersByTimeAsync(1_000)]);
});

test('what was called before the notifications began is called again', async () => {
  vi.useFakeTimers();
  const { node, setStatus } = answeringNode();
  const call = vi.spyOn(node.connection, 'request').mockImplementation(async () => ['0x1']);
  const hook = renderHook(node, () => useQuickQuery('chain_call', params), undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call).toHaveBeenCalledTimes(1);
  setStatus('open');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call).toHaveBeenCalledTimes(2);
  await Promise.all([hook.end(), vi.advanceTimersByTimeAsync(1_000)]);
});

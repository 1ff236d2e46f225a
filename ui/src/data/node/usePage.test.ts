import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { renderHook } from '../../../test/renderHook.ts';
import { filledPage, PageFilling, usePage, whileFilled } from './usePage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const pageOf = (rows: readonly number[], next: string | null) => ({ transactions: rows, next }) as never;

test('a short page is filled with the rows of older ones', async () => {
  const limits: number[] = [];
  const older: Readonly<Record<string, unknown>> = {
    '9.0': pageOf([], '5.0'),
    '5.0': pageOf([2], '3.0'),
    '3.0': pageOf([3], '1.0'),
  };
  const { node } = answeringNode({
    sandbox_getTransactions: ({ before, limit }: { before: string; limit: number }) => {
      limits.push(limit);
      return older[before];
    },
  });
  const params = { limit: 3, result: 'REVERTED' } as const;
  const page = await filledPage(node, 'sandbox_getTransactions', params, pageOf([1], '9.0'), () => true);
  expect(page).toEqual({ transactions: [1, 2, 3], next: '1.0' });
  expect(limits).toEqual([2, 2, 1]);
});

test('a list that ends, or that nobody looks at any more, is asked for no longer', async () => {
  const { node, asked } = answeringNode({ sandbox_getTransactions: () => pageOf([], null) });
  const fill = (isWanted: boolean) =>
    filledPage(node, 'sandbox_getTransactions', { limit: 3 }, pageOf([1], '9.0'), () => isWanted);
  expect(await fill(true)).toEqual({ transactions: [1], next: null });
  await fill(false);
  expect(asked).toHaveLength(1);
});

test('a page is filled and shown although newer ones keep coming, and of those the newest is next', async () => {
  const shown: string[] = [];
  const ends: (() => void)[] = [];
  const fill = (first: string) => new Promise<string>((resolve) => ends.push(() => resolve(`${first} filled`)));
  const filling = new PageFilling<string>(fill, (page) => shown.push(page));
  for (const page of ['1', '2', '3']) filling.take(page);
  ends[0]!();
  await expect.poll(() => ends).toHaveLength(2);
  expect(shown).toEqual(['1 filled']);
  ends[1]!();
  await expect.poll(() => shown).toEqual(['1 filled', '3 filled']);
  // Nobody looks at the list any more.
  filling.take('4');
  filling.stop();
  ends[2]!();
  filling.take('5');
  await Promise.resolve();
  expect(shown).toHaveLength(2);
});

test('the rows of a short page are shown while it is filled, and an empty one is not shown as the whole list', () => {
  const query = { error: undefined, isLoading: false };
  expect(whileFilled('sandbox_getTransactions', { ...query, data: pageOf([1], '9.0') })).toMatchObject({
    data: pageOf([1], '9.0'),
    isLoading: true,
  });
  expect(whileFilled('sandbox_getTransactions', { ...query, data: pageOf([], '9.0') })).toMatchObject({
    data: undefined,
    isLoading: true,
  });
});

test('rows of another filter are not shown under the present one', async () => {
  const { node } = answeringNode({
    sandbox_getL1Messages: ({ continuation, hash }: { continuation?: string; hash: string }) =>
      continuation === undefined ? { messages: [`1 of ${hash}`], continuation: 'a' } : { messages: [`2 of ${hash}`] },
  });
  const hook = renderHook(
    node,
    (hash: string) => usePage('sandbox_getL1Messages', { page_size: 9, hash }),
    '0xa' as string,
  );
  const rows = () => hook.result.data?.messages;
  await expect.poll(() => rows()).toEqual(['1 of 0xa', '2 of 0xa']);
  hook.show('0xb');
  expect(rows()).toBeUndefined();
  await expect.poll(() => rows()).toEqual(['1 of 0xb', '2 of 0xb']);
  await hook.end();
});

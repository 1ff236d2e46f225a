import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { browserStorage } from '../../../test/browserStorage.ts';

afterEach(() => {
  // The next file in this process begins with modules of its own.
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** What a rule has seen. */
const REASON = {
  rule: { kind: 'cell', address: '0x1', cell: 'total' },
  match: { blockNumber: 7, transactionHash: '0xabc', text: '5 → 7' },
  count: 2,
} as const;

/** The files of a page that is opened now. */
async function open() {
  vi.resetModules();
  return { ...(await import('./stop.ts')), ...(await import('./stopAll.ts')) };
}

/** A node that makes blocks in an interval. */
function intervalNode(more: Parameters<typeof answeringNode>[0] = {}) {
  const mode: { now: unknown } = { now: { interval: 5 } };
  const answering = answeringNode({
    sandbox_getOverview: () => ({ block_generation_on: mode.now }),
    sandbox_setBlockMode: ({ mode: set }: { mode: unknown }) => {
      mode.now = typeof set === 'number' ? { interval: set } : set;
    },
    ...more,
  });
  return { ...answering, mode };
}

test('a node that was stopped is known as such when the page is loaded again, and can be let go on', async () => {
  vi.stubGlobal('localStorage', browserStorage());
  const { node, mode } = intervalNode();
  await (await open()).stopAll(node, REASON);
  expect(mode.now).toBe('demand');
  const again = await open();
  expect(again.stopOf(node)).toEqual({ reason: REASON, interval: 5 });
  const pause = vi.spyOn(node, 'pause');
  again.followStop(node)();
  expect(pause).toHaveBeenCalled();
  await again.goOn(node);
  expect(mode.now).toEqual({ interval: 5 });
  expect((await open()).stopOf(node)).toBeUndefined();
});

test('the second of two pages that watch the same does not take the stopped node for one that made no blocks', async () => {
  vi.stubGlobal('localStorage', browserStorage());
  const { node, mode } = intervalNode();
  const [one, other] = [await open(), await open()];
  await one.stopAll(node, REASON);
  await other.stopAll(node, REASON);
  expect(other.stopOf(node)).toEqual({ reason: REASON, interval: 5 });
  await other.goOn(node);
  expect(mode.now).toEqual({ interval: 5 });
});

test('who goes on before the node has answered leaves it as it was', async () => {
  const { node, mode } = intervalNode();
  const { stopAll, goOn, stopOf } = await open();
  await Promise.all([stopAll(node, REASON), goOn(node)]);
  expect([mode.now, stopOf(node)]).toEqual([{ interval: 5 }, undefined]);
});

test('who goes on in another page before the node has answered leaves it as it was', async () => {
  vi.stubGlobal('localStorage', browserStorage());
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, job: () => Promise<void>) => (last = last.then(job));
  vi.stubGlobal('navigator', { locks: { request } });
  let goesOn: Promise<void> | undefined;
  const { node, mode } = intervalNode({
    sandbox_setBlockMode: async ({ mode: set }: { mode: unknown }) => {
      if (set === 'demand') {
        goesOn = (await open()).goOn(node);
        await new Promise((resolve) => setTimeout(resolve));
      }
      mode.now = typeof set === 'number' ? { interval: set } : set;
    },
  });
  await (await open()).stopAll(node, REASON);
  await goesOn;
  expect([mode.now, (await open()).stopOf(node)]).toEqual([{ interval: 5 }, undefined]);
});

test('a node whose answer is lost may have been stopped, and can be let go on', async () => {
  const { node, mode } = intervalNode({
    sandbox_setBlockMode: ({ mode: set }: { mode: unknown }) => {
      mode.now = typeof set === 'number' ? { interval: set } : set;
      if (set === 'demand') throw new Error('the connection was lost');
    },
  });
  const { stopAll, goOn, stopOf } = await open();
  await stopAll(node, REASON);
  expect(stopOf(node)).toEqual({ reason: REASON, interval: 5, failure: 'the connection was lost' });
  await goOn(node);
  expect([mode.now, stopOf(node)]).toEqual([{ interval: 5 }, undefined]);
});

test('a sandbox in this browser stays stopped when another page stops its own', async () => {
  vi.stubGlobal('localStorage', browserStorage());
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const [one, other] = [intervalNode(), intervalNode()];
  for (const { node } of [one, other]) Object.assign(node.connection, { address: 'a sandbox in this browser' });
  const { stopAll, goOn, stopOf } = await open();
  await stopAll(one.node, REASON);
  await (await open()).stopAll(other.node, REASON);
  expect(other.mode.now).toBe('demand');
  const newValue = localStorage.getItem('starbox-stops');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'starbox-stops', newValue }));
  expect(stopOf(one.node)).toEqual({ reason: REASON, interval: 5 });
  await goOn(one.node);
  expect([one.mode.now, other.mode.now]).toEqual([{ interval: 5 }, 'demand']);
});

test('a node that does not say when it makes blocks stops the page, which says so', async () => {
  const { node } = intervalNode({
    sandbox_getOverview: () => {
      throw new Error('too busy');
    },
  });
  const { stopAll, stopOf } = await open();
  await stopAll(node, REASON);
  expect(stopOf(node)).toEqual({ reason: REASON, failure: 'too busy' });
});

test('a node that was started again meanwhile keeps its own mode', async () => {
  const { node, mode } = intervalNode();
  const { stopAll, goOn } = await open();
  await stopAll(node, REASON);
  mode.now = 'transaction';
  await goOn(node);
  expect(mode.now).toBe('transaction');
});

test.each([
  '5',
  '[1, null, ["http://a"], ["file:///a", {}], ["http://b", {"interval": -1, "failure": 7}]]',
  '[["http://c", {"reason": 7}], ["http://d", {"reason": {"rule": {"kind": "revert"}, "count": 1, "match": {"blockNumber": "1"}}}]]',
])('anything may be stored: %s', async (stored) => {
  vi.stubGlobal('localStorage', browserStorage({ 'starbox-stops': stored }));
  const { sharedStops } = await open();
  expect([...sharedStops.get().values()].every((stop) => Object.keys(stop).length === 0)).toBe(true);
});

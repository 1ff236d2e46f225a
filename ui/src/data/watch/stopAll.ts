import type { NodeClient } from '../node/nodeClient.ts';
import { markRead } from './alerts.ts';
import type { Fired } from './fired.ts';
import { setStop, stopOf } from './stop.ts';

/** Stopping and going on, one after the other: who goes on at once, here or in another page, does not leave a node stopped. */
let last: Promise<unknown> = Promise.resolve();
function inTurn(node: NodeClient, job: () => Promise<void>): Promise<void> {
  // A page that came over plain http from another machine has no locks: there only its own order is kept.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  const done = last.then(() => (locks ? locks.request(`starbox-stop ${node.connection.address}`, job) : job()));
  last = done.catch(() => undefined);
  return done;
}

/** Stops the pages of a node, and the blocks that it makes by itself, because of what a rule has seen. */
export async function stopAll(node: NodeClient, reason: Fired): Promise<void> {
  // Another page that watches the same may have stopped it.
  if (stopOf(node) || !setStop(node, { reason }, true)) return;
  await inTurn(node, async () => {
    let interval: number | undefined;
    try {
      interval = intervalOf(await modeOf(node));
      if (interval === undefined) return;
      // Stored before it is stopped: a page that is closed now leaves a node that can be let go on.
      setStop(node, { reason, interval });
      await node.request('sandbox_setBlockMode', { mode: 'demand' });
    } catch (error) {
      // The node may have done it, with its answer lost.
      setStop(node, { reason, ...(interval !== undefined && { interval }), failure: (error as Error).message });
    }
  });
}

/** Follows the chain again, and lets the node make its blocks as before. */
export const goOn = (node: NodeClient): Promise<void> =>
  inTurn(node, async () => {
    const interval = stopOf(node)?.interval;
    // A node that was started again, or changed by somebody else, is not as it was left.
    if (interval !== undefined && (await modeOf(node)) === 'demand')
      await node.request('sandbox_setBlockMode', { mode: interval });
    setStop(node, undefined);
    markRead(node);
  });

const modeOf = async (node: NodeClient) => (await node.request('sandbox_getOverview')).block_generation_on;

const intervalOf = (mode: Awaited<ReturnType<typeof modeOf>>): number | undefined =>
  typeof mode === 'object' && 'interval' in mode ? Number(mode.interval) : undefined;

import type { NodeClient } from '../node/nodeClient.ts';
import { SharedStore } from '../stores/sharedStore.ts';
import { Store } from '../stores/store.ts';
import { type Fired, readFired } from './fired.ts';

/** What a rule has stopped: the page alone, or the blocks of the node too. */
export interface Stop {
  /** The seconds between the blocks that the node made by itself; undefined if it made none. */
  readonly interval?: number;
  /** Why they could not be stopped; with an interval, why it is not known whether they are. */
  readonly failure?: string;
  /** What the rule has seen. */
  readonly reason?: Fired;
}

/** What is stopped, by the address of the node. */
type Stops = ReadonlyMap<string, Stop>;

const MOST = 100;
const MOST_CHARS = 500;

/** Whether a node is one that all pages of this browser may show. The other is a sandbox in the page. */
export const isShared = (address: string): boolean => /^https?:/.test(address);

function readStops(stored: unknown): Stops {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const read = entries.flatMap((entry): [string, Stop][] => {
    const [address, stop]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof address !== 'string' || !isShared(address)) return [];
    const { interval, failure, reason } = (stop ?? {}) as Record<string, unknown>;
    const fired = readFired(reason);
    const given = {
      ...(fired && { reason: fired }),
      ...(typeof interval === 'number' && interval > 0 && { interval }),
      ...(typeof failure === 'string' && { failure: failure.slice(0, MOST_CHARS) }),
    };
    return [[address, given]];
  });
  return new Map(read.slice(-MOST));
}

/** The stops of nodes. They last when all pages are closed: a node that was stopped stays so. */
export const sharedStops = new SharedStore('starbox-stops', readStops);

/** Those of sandboxes in the browser: each page has its own one, a fresh one when it is loaded again. */
const ownStops = new Store<Stops>(new Map());

/** The stops among which that of a node is. */
export const stopsWith = ({ connection }: NodeClient): Store<Stops> =>
  isShared(connection.address) ? sharedStops : ownStops;

/** What is stopped of a node; undefined while its pages follow it. */
export const stopOf = (node: NodeClient): Stop | undefined => stopsWith(node).get().get(node.connection.address);

/** Says what is stopped of a node, to all pages. False if it was told to do so only for the first, and another page was that. */
export function setStop(node: NodeClient, stop: Stop | undefined, isOnlyFirst = false): boolean {
  const { address } = node.connection;
  let isSet = true;
  stopsWith(node).change((now) => {
    if (isOnlyFirst && now.has(address)) isSet = false;
    if (!isSet) return now;
    const changed = new Map(now);
    changed.delete(address);
    return new Map([...changed, ...(stop ? [[address, stop] as const] : [])].slice(-MOST));
  });
  return isSet;
}

/** Lets the page follow its node only while that is not stopped, here or by another page. Returns the end of it. */
export function followStop(node: NodeClient): () => void {
  const apply = () => (stopOf(node) ? node.pause() : node.resume());
  apply();
  return stopsWith(node).follow(apply);
}

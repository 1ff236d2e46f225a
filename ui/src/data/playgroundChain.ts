import { linkOfChain } from '../transport/chainLink.ts';
import { WorkerConnection } from '../transport/workerConnection.ts';
import type { NodeClient } from './nodeClient.ts';

/** The chain of the playground as a whole. */
export interface PlaygroundChain {
  /** Why the chain of the link that opened the page is not shown; undefined if it is. */
  readonly started: Promise<Error | undefined>;
  save(): Promise<Uint8Array>;
  load(state: Uint8Array | undefined): Promise<void>;
  /** A link to this page that holds the chain. */
  link(): Promise<string>;
}

const chains = new WeakMap<WorkerConnection, PlaygroundChain>();

/** Undefined if the page shows a node elsewhere. */
export function playgroundChain({ connection }: NodeClient): PlaygroundChain | undefined {
  if (!(connection instanceof WorkerConnection)) return undefined;
  let chain = chains.get(connection);
  if (!chain) {
    chain = {
      started: connection.started,
      save: async () => (await connection.save()).bytes,
      load: (state) => connection.load(state && { kind: 'state', bytes: state }),
      link: async () => {
        const { origin, pathname } = window.location;
        return origin + pathname + (await linkOfChain(await connection.save({ isShort: true })));
      },
    };
    chains.set(connection, chain);
  }
  return chain;
}

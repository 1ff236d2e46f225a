import { linkOfChain } from '../../transport/chainLink.ts';
import { WorkerConnection } from '../../transport/workerConnection.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { momentAddress } from './momentAddress.ts';

/** The chain of the playground as a whole. */
export interface PlaygroundChain {
  /** Why the chain of the link that opened the page could not be loaded; undefined if it was. */
  readonly started: Promise<Error | undefined>;
  save(): Promise<Uint8Array>;
  /** Replaces the chain by that of a state file, of a dump or of an exported transaction, or by a new one. Returns the place to go to, if there is one. */
  load(file: Uint8Array | undefined): Promise<string | undefined>;
  /** A link to this page that holds the chain. */
  link(): Promise<string>;
}

/** Undefined if the page shows a node elsewhere. */
export function playgroundChain({ connection }: NodeClient): PlaygroundChain | undefined {
  if (!(connection instanceof WorkerConnection)) return undefined;
  return {
    started: connection.started,
    save: async () => (await connection.save()).bytes,
    load: async (file) => {
      const address = file && momentAddress(file);
      const kind = address !== undefined ? 'moment' : file && isDump(file) ? 'journal' : 'state';
      await connection.load(file && { kind, bytes: file });
      return address;
    },
    link: async () => {
      const { origin, pathname } = window.location;
      return origin + pathname + (await linkOfChain(await connection.save({ isShort: true })));
    },
  };
}

const SPACE = 0x20;
const BRACKET = '['.charCodeAt(0);

/** Whether a file is a dump, the list of requests that changed a chain. State files and classes begin with other characters. */
export const isDump = (file: Uint8Array): boolean => file.find((byte) => byte > SPACE) === BRACKET;

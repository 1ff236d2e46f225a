import type { Node } from '../chain/node.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { hint, message } from '../protocol/message.ts';
import { failed } from './rpcError.ts';

/** A box: a chain of its own that the server holds beside the main one. */
export interface BoxEntry {
  /** Unguessable; the last part of the path. */
  readonly id: string;
  /** Where the server serves it. */
  readonly path: string;
  readonly node: Node;
  /** How many requests are running and how many sockets are open. */
  readonly clientCount: number;
  /** The time since its last request; 0 while there are clients. */
  readonly idleSeconds: number;
}

/** The boxes of a server. */
export interface Boxes {
  /** The maximum number of boxes. */
  readonly most: number;
  /** Makes a box with the chain of a node, or with an earlier one of it; undefined if there are too many. */
  create(node: Node, from?: ChainValue): BoxEntry | undefined;
  /** Ends a box. False if there is none with this id. */
  drop(id: string): boolean;
  /** All boxes, oldest first. */
  list(): readonly BoxEntry[];
}

/** The boxes of the server that answers; throws where there is no server. */
export function boxesOf({ boxes }: { readonly boxes: Boxes | undefined }): Boxes {
  if (!boxes) throw failed(message`There are no boxes here: ${hint('ownChain')}.`);
  return boxes;
}

import type { ConnectWith } from '../chain/createNode.ts';
import type { ForkingOptions } from './connectOrigin.ts';

/** Makes the function that connects a node to an origin. It loads the code for that when it is called: most nodes have no origin. */
export const originConnector =
  (options: ForkingOptions): ConnectWith =>
  (library, protocol) =>
  async (target, trail) =>
    (await import('./connectOrigin.ts')).connectOrigin(target, library, protocol, options, trail);

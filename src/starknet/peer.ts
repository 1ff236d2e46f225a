// starknet.js belongs to the user's project. The entry points load it, so that its absence is an error only when it is used.
import type * as Starknet from 'starknet';

/** The module of starknet.js, or why it could not be loaded. */
export type LoadedPeer = { readonly starknet: typeof Starknet } | { readonly error: unknown };

let peer: LoadedPeer | undefined;

/** Called by the entry points, once. */
export function providePeer(loaded: LoadedPeer): void {
  peer = loaded;
}

/** starknet.js, of the version that the project has installed. */
export function starknetJs(): typeof Starknet {
  if (!peer || 'error' in peer)
    throw new Error(
      'starbox/starknet needs starknet.js, version 8, 9 or 10. Install it with: npm install --save-dev starknet',
      { cause: peer?.error },
    );
  // Up to version 7, accounts are made of several arguments, and ask for the block `pending`, which JSON-RPC 0.9 and 0.10 do not have.
  if (peer.starknet.Account.length > 1)
    throw new Error(
      'starbox/starknet needs starknet.js, version 8, 9 or 10, and an older one is installed. Version 7 speaks only JSON-RPC 0.8, which this node does not. Install a newer one with: npm install --save-dev starknet@10',
    );
  return peer.starknet;
}

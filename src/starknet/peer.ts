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
  if (peer && 'starknet' in peer) return peer.starknet;
  throw new Error(
    'starbox/starknet needs starknet.js, version 8, 9 or 10. Install it with: npm install --save-dev starknet',
    { cause: peer?.error },
  );
}

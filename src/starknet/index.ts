// starbox/starknet for ECMAScript modules.
import { providePeer } from './peer.ts';

providePeer(
  await import('starknet').then(
    (starknet) => ({ starknet }),
    (error: unknown) => ({ error }),
  ),
);

export * from './helpers.ts';

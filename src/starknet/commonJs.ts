// starbox/starknet for CommonJS, where only `require` gives the copy of starknet.js that the project itself uses.
import type * as Starknet from 'starknet';
import { type LoadedPeer, providePeer } from './peer.ts';

declare const require: (name: string) => unknown;

providePeer(load());

function load(): LoadedPeer {
  try {
    return { starknet: require('starknet') as typeof Starknet };
  } catch (error) {
    return { error };
  }
}

export * from './helpers.ts';

import { PersistentMap } from '../state/persistentMap.ts';
import type { MessageToL2 } from './run/broadcast.ts';

/**
 * The L1 that messages are exchanged with. It is data, not a live connection, so it is part of the chain: snapshots keep
 * it and restoring brings it back, the position in L1's log included.
 */
export type L1Connection = L1Node | MockL1;

/** A node of L1, reached over JSON-RPC. */
export interface L1Node {
  readonly kind: 'node';
  readonly url: string;
  readonly chainId: bigint;
  readonly contractAddress: bigint;
  /** Of the account that sends messages to L1: 0x and 64 digits. */
  readonly privateKey: string;
  readonly cursor: L1Cursor;
}

/** The first place in L1's log that was not looked at. */
export interface L1Cursor {
  readonly block: bigint;
  /** The position in the block. */
  readonly logIndex: number;
}

/** An L1 that exists in this chain only: enough of the messaging contract to send and to consume. */
export interface MockL1 {
  readonly kind: 'mock';
  readonly contractAddress: bigint;
  /** The nonce of the next message to L2. */
  readonly nextNonce: bigint;
  /** Messages that wait to be delivered to L2, in order. */
  readonly sent: readonly MessageToL2[];
  /** How often each message from L2 can be consumed, by its hash in decimal. */
  readonly received: PersistentMap<string, number>;
}

/** Where development nodes deploy their first contract. */
const CONTRACT_ADDRESS = 0x5fbdb2315678afecb367f032d93f642f64180aa3n;

/** A mock on which nothing has happened. */
export const newMockL1 = (contractAddress: bigint = CONTRACT_ADDRESS): MockL1 => ({
  kind: 'mock',
  contractAddress,
  nextNonce: 0n,
  sent: [],
  received: PersistentMap.empty(),
});

/** How a start leaves the L1 that it names: the mock is new as the chain is, a node is read on from where it was. */
export const restartedL1 = (l1: L1Connection | undefined): L1Connection | undefined =>
  l1?.kind === 'mock' ? newMockL1(l1.contractAddress) : l1;

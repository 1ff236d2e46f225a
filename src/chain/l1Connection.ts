import { PersistentMap } from '../state/persistentMap.ts';
import type { MessageToL2 } from './run/broadcast.ts';

/**
 * The L1 that messages are exchanged with. It is data, not a live connection, so it is part of the chain: snapshots include
 * it, with the position in the log of L1, and reverting restores it.
 */
export type L1Connection = L1Node | MockL1 | EvmL1;

/** A node of L1, reached over JSON-RPC. */
export interface L1Node {
  readonly kind: 'node';
  readonly url: string;
  readonly chainId: bigint;
  readonly contractAddress: bigint;
  /** The private key of the account that sends messages to L1: 0x and 64 digits. */
  readonly privateKey: string;
  readonly cursor: L1Cursor;
}

/** The first position in the log of L1 that has not been read. */
export interface L1Cursor {
  readonly block: bigint;
  /** The position in the block. */
  readonly logIndex: number;
}

/** A mock L1 inside this chain, with the part of the messaging contract that sends and consumes messages. */
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

/** An L1 whose EVM runs in this process. Its blocks and its state are values too. */
export interface EvmL1 {
  readonly kind: 'evm';
  readonly contractAddress: bigint;
  readonly cursor: L1Cursor;
  /** Its newest block, with everything before it. Only the layer l1evm knows what is in it. */
  readonly head: object;
  /** As it was when it was connected. */
  readonly start: Pick<EvmL1, 'head' | 'cursor'>;
}

/** The address of the first contract on common development nodes. */
const CONTRACT_ADDRESS = 0x5fbdb2315678afecb367f032d93f642f64180aa3n;

/** A new mock L1. */
export const newMockL1 = (contractAddress: bigint = CONTRACT_ADDRESS): MockL1 => ({
  kind: 'mock',
  contractAddress,
  nextNonce: 0n,
  sent: [],
  received: PersistentMap.empty(),
});

/** The L1 after a restart: what is in this process is new like the chain, and a node is read from the current position. */
export const restartedL1 = (l1: L1Connection | undefined): L1Connection | undefined =>
  l1?.kind === 'mock' ? newMockL1(l1.contractAddress) : l1?.kind === 'evm' ? { ...l1, ...l1.start } : l1;

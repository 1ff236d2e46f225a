import type { OriginBlock } from '../chain/origin.ts';
import { LAST_TIME } from '../chain/value/clock.ts';
import { parseFelt } from '../felt/felt.ts';

const VERSION = /^\d{1,4}(\.\d{1,4}){2,3}$/;

/** Reads a block of JSON-RPC; undefined if it has no hash, as an open block. */
export function readBlock(block: unknown): OriginBlock | undefined {
  const identity = readIdentity(block);
  if (!identity) return undefined;
  const { timestamp, status, starknet_version: version } = block as Record<string, unknown>;
  // Sandboxes have blocks with times up to 2^64 - 1.
  if (typeof timestamp !== 'bigint' && !Number.isSafeInteger(timestamp)) return undefined;
  const time = BigInt(timestamp as number | bigint);
  if (time < 0n || time > LAST_TIME) return undefined;
  return {
    ...identity,
    timestamp: time,
    isAcceptedOnL1: status === 'ACCEPTED_ON_L1',
    protocolVersion: typeof version === 'string' && VERSION.test(version) ? version : undefined,
  };
}

/** Reads no more than what identifies a block. */
export function readIdentity(block: unknown): Pick<OriginBlock, 'number' | 'hash'> | undefined {
  if (typeof block !== 'object' || block === null) return undefined;
  const { block_number: number, block_hash } = block as Record<string, unknown>;
  const hash = parseFelt(block_hash);
  if (hash === undefined || typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined;
  return { number, hash };
}

/**
 * Whether a block has a state root, so that its hash identifies the state after it. The blocks of sandboxes have none: their hashes
 * cover the changes of all blocks, but not the initial accounts, balances and classes.
 */
export function hasStateRoot(block: unknown): boolean {
  const root = parseFelt((block as { new_root?: unknown } | null)?.new_root);
  return root !== undefined && root !== 0n;
}
